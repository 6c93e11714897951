import type { UserRecord } from '@flagyard/api-types'
import {
  FunctionField,
  NumberInput,
  required,
  SimpleShowLayout,
  TextField,
  TextInput,
  useRecordContext,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { RecordButtons } from '../../crud/actions/action-table.tsx'
import { EditForm } from '../../crud/record/EditForm.tsx'
import { RecordCard } from '../../crud/record/RecordCards.tsx'
import { capitalised, formatAgo, formatMinutes, formatMoment } from '../../lib/format.ts'
import { auditLink } from '../audit/AuditButton.tsx'
import { UserSecondFactor } from '../auth/UserSecondFactor.tsx'
import { UserAcceptances } from '../legal/UserAcceptances.tsx'
import { emailAction } from './actions.tsx'
import styles from './UserShow.module.css'

export function UserProfile({ user }: { user: UserRecord }) {
  return (
    <div className={styles.columns}>
      <div className="stack">
        <section className={styles.card} aria-label="Facts">
          <h2 className={styles.title}>Account</h2>
          <Facts user={user} />
        </section>
        <RecordCard title="Second factor">
          <UserSecondFactor username={user.username} />
        </RecordCard>
        <RecordCard title="Accepted pages">
          <UserAcceptances username={user.username} />
        </RecordCard>
      </div>
      {user.allowed.includes('update') && (
        <RecordCard title="Profile">
          <UserForm />
        </RecordCard>
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
            {user.pending_email && <p>Waiting for confirmation of {user.pending_email}.</p>}
            <RecordButtons record={user} actions={[emailAction]} />
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
      <FunctionField label="Deletion on" render={() => formatMoment(user.deletion_due_at ?? '')} />
    )}
    <FunctionField label="Last seen" render={() => formatAgo(user.last_seen_at)} />
    <FunctionField label="Language" render={() => languages.of(user.locale) ?? user.locale} />
    <TextField source="time_zone" label="Time zone" />
    <TextField source="referrer" label="Referrer" emptyText="unknown" />
    <FunctionField label="Links" render={() => user.links.join(', ') || 'none'} />
  </SimpleShowLayout>
)

const labels = {
  full_name: 'Name',
  // Edited outside this form, but listed here so that a conflict can name it.
  email: 'E-mail',
  company: 'Company',
  country: 'Country',
  accommodation: 'Extra exam time',
  accommodation_reason: 'Reason for extra time',
} as const

const RIGHTS = ['full_name']

const UserForm = () => (
  <EditForm<UserRecord> labels={labels} rights={RIGHTS} successMessage="Saved">
    <TextInput source="full_name" label={labels.full_name} validate={required('Enter a name')} />
    <div className={styles.pair}>
      <TextInput source="company" label={labels.company} />
      <TextInput
        source="country"
        label={labels.country}
        helperText="Two-letter code, such as DE"
        parse={(typed: string) => typed.trim().toUpperCase() || null}
        slotProps={{ htmlInput: { maxLength: 2 } }}
      />
    </div>
    <ExtraTime />
  </EditForm>
)

/** Extra time, its reason, and the effect on existing bookings. */
function ExtraTime() {
  const user = useRecordContext<UserRecord>()
  const typed = useWatch({ name: 'accommodation' }) as number | null
  const percent = typed ?? 0
  return (
    <>
      <NumberInput
        source="accommodation"
        label={labels.accommodation}
        helperText="Percentage of the exam’s duration"
        min={0}
        max={200}
        validate={required('Enter a number, 0 for none')}
      />
      {percent > 0 && (
        <TextInput
          source="accommodation_reason"
          label={labels.accommodation_reason}
          helperText="Visible to support and owners. Name the document you have seen, such as a letter of 3 May, but no medical details."
          parse={(text: string) => text || null}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
      {user && (
        <Link to={auditLink({ subject_type: 'user', subject_id: user.username, action: 'users.change_exam_time' })}>
          Extra time history
        </Link>
      )}
      {user && user.booked_exams.length > 0 && (
        <ul className={styles.booked} aria-label="Booked exams">
          {user.booked_exams.map((booked) => (
            <li key={`${booked.title} ${booked.scheduled_at}`}>{effectOn(booked, percent)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function effectOn({ title, scheduled_at, minutes, exam_minutes }: UserRecord['booked_exams'][number], percent: number) {
  const newMinutes = Math.ceil(exam_minutes * (1 + percent / 100))
  const date = `${title} on ${formatMoment(scheduled_at)}`
  return newMinutes === minutes
    ? `${date} takes ${formatMinutes(minutes)}.`
    : `${date} was booked with ${formatMinutes(minutes)}. To change it to ${formatMinutes(newMinutes)}, save, then move the exam to the same hour under Exams.`
}
