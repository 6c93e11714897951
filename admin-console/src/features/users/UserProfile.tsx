import type { UserRecord } from '@flagyard/api-types'
import { FunctionField, SimpleShowLayout, TextField } from 'react-admin'
import { capitalised, formatAgo, formatMoment } from '../../lib/format.ts'
import { UserSecondFactor } from '../auth/UserSecondFactor.tsx'
import { EmailButton } from './EmailButton.tsx'
import { UserForm } from './UserForm.tsx'
import styles from './UserShow.module.css'

export function UserProfile({ user }: { user: UserRecord }) {
  return (
    <div className={styles.columns}>
      <div className="stack">
        <section className={styles.card} aria-label="Facts">
          <h2 className={styles.title}>Account</h2>
          <Facts user={user} />
        </section>
        <section className={styles.card} aria-label="Second factor">
          <h2 className={styles.title}>Second factor</h2>
          <UserSecondFactor username={user.username} />
        </section>
      </div>
      {user.allowed.includes('update') && (
        <section className={styles.card} aria-label="Profile">
          <h2 className={styles.title}>Profile</h2>
          <UserForm />
        </section>
      )}
    </div>
  )
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

const Facts = ({ user }: { user: UserRecord }) => (
  <SimpleShowLayout>
    {(user.pending_email || user.allowed.includes('change_email')) && (
      <FunctionField
        label="E-mail"
        render={() => (
          <>
            {user.pending_email && <p>Waits for {user.pending_email} to be confirmed.</p>}
            <EmailButton user={user} />
          </>
        )}
      />
    )}
    <FunctionField label="Role" render={() => (user.roles.includes('admin') ? 'Administrator' : 'Learner')} />
    <FunctionField label="Capabilities" render={() => user.capabilities.map(capitalised).join(', ') || 'none'} />
    <TextField source="courses" label="Courses" />
    <FunctionField label="Joined" render={() => formatMoment(user.created_at)} />
    <FunctionField label="Activated" render={() => (user.activated_at ? formatMoment(user.activated_at) : 'not yet')} />
    {user.deletion_due_at && (
      <FunctionField label="Erased on" render={() => formatMoment(user.deletion_due_at ?? '')} />
    )}
    <FunctionField label="Last seen" render={() => formatAgo(user.last_seen_at)} />
    <FunctionField label="Language" render={() => languages.of(user.locale) ?? user.locale} />
    <TextField source="time_zone" label="Time zone" />
    <TextField source="referrer" label="Came from" emptyText="unknown" />
    <FunctionField label="Links" render={() => user.links.join(', ') || 'none'} />
  </SimpleShowLayout>
)
