import { paths } from '@flagyard/api-types/links'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { useState } from 'react'
import { RetentionList } from '../privacy/RetentionList.tsx'
import styles from './Prose.module.css'
import { Prose } from './Prose.tsx'

export default function PrivacyPage() {
  return <Prose title="Privacy" intro="What we know about you, why, and how to have it erased." sections={sections} />
}

const sections = [
  {
    title: 'What we keep',
    body: (
      <ul>
        <li>Your account: name, username, e-mail address, and what you add to your profile.</li>
        <li>Your learning: lessons watched, labs run, flags tried, exams, certificates and feedback.</li>
        <li>Your purchases: orders and vouchers. Card numbers never reach us; only the payment provider sees them.</li>
        <li>For security: your sign-ins, and what happens in the lab accounts you use.</li>
      </ul>
    ),
  },
  {
    title: 'Cookies and storage',
    body: (
      <ul>
        <li>A session cookie, which keeps you signed in. No script can read it.</li>
        <li>
          <span className="mono">CookieConsent</span>, which remembers for a year that you have seen our notice.
        </li>
        <li>
          <span className="mono">referrer</span>, which remembers for six hours which link brought you here, if the link
          says so.
        </li>
        <li>
          In your browser’s storage: your theme, the announcements you closed, and your progress in free lessons before
          you signed in. We only see that progress if you save it to your account.
        </li>
      </ul>
    ),
  },
  {
    title: 'Who else sees it',
    body: (
      <p>
        We never sell it. The payment provider sees what it needs to charge you. The cloud providers see a lab account,
        not your name. Anyone with the link to a certificate sees what is printed on it. If error reports are turned on,
        they contain what was on the screen, but not what you typed, and no secrets.
      </p>
    ),
  },
  {
    title: 'How long',
    body: (
      <>
        <p>
          We keep your account and your learning for as long as you have an account. An account that was never activated
          is removed after seven days. An account that you delete is closed right away and erased after 14 days. We keep
          invoices for as long as the law requires. Anyone can verify your certificates while you have your account, and
          afterwards too if you choose so.
        </p>
        <EveryKind />
      </>
    ),
  },
  {
    title: 'Your rights',
    body: (
      <p>
        You can see, correct, download and delete what we keep at any time, on{' '}
        <Link to={paths.profileSection('data')}>your profile</Link>. If you have no account, see{' '}
        <Link to={paths.addressData}>what we hold about your e-mail address</Link>. For anything else,{' '}
        <Link to={paths.contact}>write to us</Link>, and we will answer within a month. You can also complain to your
        data protection authority.
      </p>
    ),
  },
]

/** The whole list is long, and is fetched when somebody wants to see it. */
function EveryKind() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.question} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.ask}>
        Every kind of data, and how long we keep it
        <Icon name="chevron" />
      </summary>
      <div className={styles.answer}>{isOpen && <RetentionList />}</div>
    </details>
  )
}
