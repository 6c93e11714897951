import type { UserRecord } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { Suspense } from 'react'
import { ShowBase, useShowContext } from 'react-admin'
import { Missing } from '../../layout/Missing.tsx'
import { ScreenHeader } from '../../layout/ScreenHeader.tsx'
import { Tabs } from '../../layout/Tabs.tsx'
import { capitalised, formatAgo, formatMoment } from '../../lib/format.ts'
import { SeeAsButton } from '../auth/SeeAsButton.tsx'
import { DeletionButton } from '../privacy/DeletionButton.tsx'
import { DisableButton } from './DisableButton.tsx'
import { MailButton } from './MailButton.tsx'
import { StateChip } from './StateChip.tsx'
import { tabs } from './tabs.ts'
import { UserForm } from './UserForm.tsx'
import styles from './UserPage.module.css'

export default function UserPage() {
  return (
    <ShowBase queryOptions={{ onError: () => undefined, retry: false } as never}>
      <Content />
    </ShowBase>
  )
}

const back = { to: consolePaths.listUsers, label: 'Users' }

function Content() {
  const { record: user, error, refetch } = useShowContext<UserRecord>()
  if (error)
    return (
      <>
        <ScreenHeader title="Account" back={back} />
        <Missing what="account" error={error} back={back} onRetry={() => void refetch()} />
      </>
    )
  // Coming from the list, react-admin shows the list's row first: it is not the whole account.
  if (!user || !('version' in user)) return <Spinner label="Loading the account" />
  return (
    <>
      <ScreenHeader
        title={user.full_name}
        back={back}
        about={<StateChip state={user.state} />}
        actions={
          <>
            <SeeAsButton user={user} />
            <MailButton user={user} />
            <DisableButton user={user} />
            <DeletionButton user={user} />
          </>
        }
      />
      <Tabs label={`About ${user.username}`} tabs={[{ name: 'profile', label: 'Profile' }, ...tabs]}>
        {(name) => <Panel name={name} user={user} />}
      </Tabs>
    </>
  )
}

function Panel({ name, user }: { name: string; user: UserRecord }) {
  const tab = tabs.find((one) => one.name === name)
  if (tab)
    return (
      <ScreenBoundary resetKey={name}>
        <Suspense fallback={<Spinner />}>
          <tab.Panel key={user.username} username={user.username} />
        </Suspense>
      </ScreenBoundary>
    )
  return (
    <div className={styles.columns}>
      <Facts user={user} />
      <UserForm key={user.version} user={user} />
    </div>
  )
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

function Facts({ user }: { user: UserRecord }) {
  const facts: [string, string][] = [
    ['Username', user.username],
    ['E-mail', user.email],
    ['Role', user.roles.includes('admin') ? 'Administrator' : 'Learner'],
    ['Capabilities', user.capabilities.map(capitalised).join(', ') || 'none'],
    ['Courses', String(user.courses)],
    ['Joined', formatMoment(user.created_at)],
    ['Activated', user.activated_at ? formatMoment(user.activated_at) : 'not yet'],
    ...(user.disabled_at ? [['Disabled', formatMoment(user.disabled_at)] as [string, string]] : []),
    ...(user.deletion_due_at ? [['Erased on', formatMoment(user.deletion_due_at)] as [string, string]] : []),
    ['Last seen', formatAgo(user.last_seen_at)],
    ['Language', languages.of(user.locale) ?? user.locale],
    ['Time zone', user.time_zone],
    ['Came from', user.referrer ?? 'unknown'],
    ['Links', user.links.join(', ') || 'none'],
  ]
  return (
    <section className={styles.card} aria-label="Facts">
      <h2 className={styles.title}>Account</h2>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
