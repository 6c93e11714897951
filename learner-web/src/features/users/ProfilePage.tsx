import type { Me } from '@flagyard/api-types'
import { type ProfileSection, paths, profileSections } from '@flagyard/api-types/links'
import { Form, FormError, SubmitButton, TextField } from '@flagyard/ui/Form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { callQuery } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { LetterKeysChoice } from '../../shell/LetterKeys.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { SectionCard, Tabs } from '../../shell/sections.tsx'
import { SessionsCard } from '../auth/SessionsCard.tsx'
import { SecondFactorCard } from '../auth/second-factor/SecondFactorCard.tsx'
import { DeleteAccountCard } from '../privacy/DeleteCard.tsx'
import { ExportCard } from '../privacy/ExportCard.tsx'
import { SharingCard } from '../seats/SharingCard.tsx'
import { EmailForm } from './EmailForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { useUpdateMe } from './useUpdateMe.ts'

export default function ProfilePage() {
  const query = useQuery(callQuery('getMe'))
  const section = useSection()
  return (
    <Page
      title="Profile"
      width="text"
      intro={
        query.data && `Signed in as ${query.data.username}. Your name appears on certificates; only we see the rest.`
      }
    >
      <Tabs label="Profile" tabs={labels} current={section} pathOf={paths.profileSection} />
      <Loaded query={query} what="your profile">
        {(me) => <Section section={section} me={me} />}
      </Loaded>
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
          <SectionCard title="Keyboard">
            <LetterKeysChoice
              label="Single-key shortcuts work anywhere on a page"
              hint="N starts a note, T announces the time left in an exam, and the video player has more shortcuts. If turned off, each works only while its part of the page has the focus. Saved in this browser."
            />
          </SectionCard>
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
  const submission = useSubmit(async (values) => {
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
    <SectionCard title="Password">
      <Form name="password" key={formKey} submission={submission} className="stack">
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
        <TextField
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          hint="At least 8 characters. A few unusual words make a good one."
        />
        <FormError>{submission.error}</FormError>
        <SubmitButton variant="plain">Change the password</SubmitButton>
      </Form>
    </SectionCard>
  )
}
