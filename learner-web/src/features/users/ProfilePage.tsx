import type { Me } from '@flagyard/api-types'
import { type ProfileSection, paths, profileSections } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { Form, FormError } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { callQuery } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { LetterKeysChoice } from '../../shell/LetterKeys.tsx'
import { Page } from '../../shell/Page.tsx'
import { SessionsCard } from '../auth/SessionsCard.tsx'
import { SecondFactorCard } from '../auth/second-factor/SecondFactorCard.tsx'
import { DeleteAccountCard } from '../privacy/DeleteCard.tsx'
import { ExportCard } from '../privacy/ExportCard.tsx'
import { SharingCard } from '../seats/SharingCard.tsx'
import { EmailForm } from './EmailForm.tsx'
import styles from './Profile.module.css'
import { ProfileForm } from './ProfileForm.tsx'
import { useUpdateMe } from './useUpdateMe.ts'

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

function PasswordForm({ username }: { username: string }) {
  const update = useUpdateMe()
  const [formKey, setFormKey] = useState(0)
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    await update(
      {
        current_password: String(values.get('current_password') ?? ''),
        new_password: String(values.get('new_password') ?? ''),
      },
      'Your password was changed.',
    )
    setFormKey(formKey + 1)
  })
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>Password</h2>
      <Form name="password" key={formKey} onSubmit={submit}>
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
        <TextField
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          error={fieldError('current_password')}
        />
        <TextField
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          hint="At least 8 characters. A few unusual words make a good one."
          error={fieldError('new_password')}
        />
        <FormError>{formError}</FormError>
        <div>
          <Button type="submit" busy={isPending}>
            Change the password
          </Button>
        </div>
      </Form>
    </Card>
  )
}
