import type { Me } from '@flagyard/api-types'
import { type ProfileSection, paths, profileSections } from '@flagyard/api-types/links'
import { Form, FormError, SubmitButton, TextField } from '@flagyard/ui/Form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { callQuery } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/users.ts'
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
    <Page title={t.profile} width="text" intro={query.data && t.intro(query.data)}>
      <Tabs label={t.profile} tabs={t.sections} current={section} pathOf={paths.profileSection} />
      <Loaded query={query} what={t.yourProfile}>
        {(me) => <Section section={section} me={me} />}
      </Loaded>
    </Page>
  )
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
          <SectionCard title={t.keyboard}>
            <LetterKeysChoice label={t.letterKeys} hint={t.letterKeysHint} />
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
      t.passwordChanged,
    )
    setFormKey(formKey + 1)
  })
  return (
    <SectionCard title={t.password}>
      <Form name="password" key={formKey} submission={submission} className="stack">
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
        <TextField
          label={t.currentPassword}
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField
          label={t.newPassword}
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          hint={t.passwordHint}
        />
        <FormError>{submission.error}</FormError>
        <SubmitButton variant="plain">{t.changePassword}</SubmitButton>
      </Form>
    </SectionCard>
  )
}
