import { paths } from '@flagyard/api-types/links'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { Page } from '../../shell/Page.tsx'
import styles from './Prose.module.css'

export default function FaqsPage() {
  return (
    <Page title="Questions" width="text" intro="What people ask before they start, and along the way.">
      {groups.map(({ title, questions }) => (
        <section key={title} className={styles.section}>
          <h2 className={styles.title}>{title}</h2>
          <div>
            {questions.map(([question, answer]) => (
              <details key={question} className={styles.question}>
                <summary className={styles.ask}>
                  {question}
                  <Icon name="chevron" />
                </summary>
                <p className={styles.answer}>{answer}</p>
              </details>
            ))}
          </div>
        </section>
      ))}
      <p className="muted">
        Not answered? <Link to={paths.contact}>Write to us.</Link>
      </p>
    </Page>
  )
}

const groups: { title: string; questions: [string, string][] }[] = [
  {
    title: 'Labs',
    questions: [
      [
        'Do I need a cloud account of my own?',
        'No. When you start a lab, an account is leased to you alone, set up for that lab, and taken back when your time ends. There is no bill and no card to give to a cloud.',
      ],
      [
        'What happens to what I build in it?',
        'When the lab ends, its credentials are revoked and the account is emptied twice before the next learner gets it. Keep notes and outputs on your own machine; nothing in the account survives.',
      ],
      [
        'All accounts are in use. What now?',
        'You get a place in a fair queue, with an estimate. Keep the page open and the lab starts by itself; if you are away when your turn comes, the account is held for ten minutes.',
      ],
      [
        'Can I have more time?',
        'In the last part of a lab you can extend it, as often as the lab allows. The button says how many extensions are left. We warn you 30, 10 and 5 minutes before the end.',
      ],
      [
        'Does a reset cost me my flags?',
        'No. Flags you have solved stay solved. A reset rebuilds the environment and counts as one of the resets that the lab allows, unless the failure was ours.',
      ],
    ],
  },
  {
    title: 'Courses and exams',
    questions: [
      [
        'When is a video lesson complete?',
        'When you have watched enough of it, usually 90%. Skipping to the end does not count; watching at double speed does.',
      ],
      [
        'How do exams work?',
        'Booking opens soon, and exams go on sale with it. You will book an hour that suits you; the environment is prepared in advance, your clock starts when you check in, and you submit flags until your time is up or you are done.',
      ],
      [
        'How does someone check my certificate?',
        'Each certificate has a public page under its own ID. Anyone with the link or the code on the PDF can see whose it is, what it is for, and whether it is still valid.',
      ],
    ],
  },
  {
    title: 'Buying',
    questions: [
      [
        'Can I buy for somebody else?',
        'Yes. What you buy becomes vouchers; you can send each to the person it is for, and see which have been used.',
      ],
      [
        'I have a voucher. Where do I enter it?',
        'Sign in, open “Vouchers” in your account menu and choose “I have a code”. You see what it opens, and for how long, before you confirm.',
      ],
    ],
  },
]
