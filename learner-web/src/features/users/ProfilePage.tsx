import type { Me } from '@flagyard/api-types'
import { type ProfileSection, paths, profileSections } from '@flagyard/api-types/links'
import { Card } from '@flagyard/ui/Card'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { callQuery } from '../../lib/query.ts'
import { LetterKeysChoice } from '../../shell/LetterKeysChoice.tsx'
import { Page } from '../../shell/Page.tsx'
import { SecondFactorCard } from '../auth/SecondFactorCard.tsx'
import { SessionsCard } from '../auth/SessionsCard.tsx'
import { DeleteAccountCard } from '../privacy/DeleteCard.tsx'
import { ExportCard } from '../privacy/ExportCard.tsx'
import { SharingCard } from '../seats/SharingCard.tsx'
import { EmailForm } from './EmailForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './Profile.module.css'
import { ProfileForm } from './ProfileForm.tsx'

/** The account's data and the forms to change it, in sections. */
export default function ProfilePage() {
  const { data: me, error, refetch } = useQuery(callQuery('getMe'))
  const section = useSection()
  return (
    <Page
      title="Profile"
      width="text"
      intro={me && `Signed in as ${me.username}. Your name appears on certificates; only we see the rest.`}
    >
      <nav className={styles.sections} aria-label="Profile">
        {profileSections.map((one) => (
          <Link
            key={one}
            to={paths.profileSection(one)}
            className={styles.section}
            aria-current={one === section ? 'page' : undefined}
          >
            {labels[one]}
          </Link>
        ))}
      </nav>
      {error && !me ? (
        <Failed what="your profile" why={errorMessage(error)} onRetry={() => void refetch()} />
      ) : me ? (
        <Section section={section} me={me} />
      ) : (
        <Loading what="your profile" />
      )}
    </Page>
  )
}

const labels: Record<ProfileSection, string> = {
  about: 'About you',
  email: 'E-mail',
  security: 'Password and devices',
  data: 'Your data',
}

/** Section from the query, or from the anchor of one of its cards. */
function useSection(): ProfileSection {
  const { search, hash } = useLocation()
  const named = profileSections.find((one) => one === new URLSearchParams(search).get('section'))
  return named ?? (paths.secondFactor.endsWith(hash) && hash ? 'security' : 'about')
}

function Section({ section, me }: { section: ProfileSection; me: Me }) {
  switch (section) {
    case 'about':
      return (
        <>
          <ProfileForm me={me} />
          <Card as="section" className={styles.card}>
            <h2 className={styles.title}>Keyboard</h2>
            <LetterKeysChoice
              label="Single-key shortcuts work anywhere on a page"
              hint="N begins a note, T reads out the time of an exam, and the player has keys of its own. Turned off, each works only while its part of the page has the focus. Saved in this browser."
            />
          </Card>
        </>
      )
    case 'email':
      return <EmailForm me={me} />
    case 'security':
      return (
        <>
          <PasswordForm username={me.username} />
          <SecondFactorCard />
          <SessionsCard />
        </>
      )
    case 'data':
      return (
        <>
          <SharingCard />
          <ExportCard />
          <DeleteAccountCard />
        </>
      )
  }
}
