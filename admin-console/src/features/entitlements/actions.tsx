import type { Entitlement, EntitlementOutcome, UserRecord } from '@flagyard/api-types'
import type { ReactNode } from 'react'
import { BooleanInput, required, SelectInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { actionsOn, RecordMenu } from '../../crud/actions/action-table.tsx'
import { ContentInput, contentOf, DayInput, DaysInput } from '../../crud/inputs.tsx'
import { choicesOf, formatDay, formatDayOr } from '../../lib/format.ts'
import styles from './Forecast.module.css'

/** Fields of an entitlement that its actions need. */
type Access = Pick<Entitlement, 'id' | 'username' | 'title' | 'ends_at' | 'version'> & { allowed: readonly string[] }

const action = actionsOn<Access>()

const reason = { validate: required('Enter a reason.'), helperText: 'Sent to the learner by e-mail' }

const change = ({ id, version }: Access, answers: { reason: string; preview: string }) => ({
  id,
  entitlementChange: { version, ...answers },
})
const dryRun = ({ id, version }: Access) => ({ id, entitlementChange: { version, dry_run: true } })

const accessActions = [
  action({
    name: 'extend',
    operation: 'extendEntitlement',
    label: 'Extend…',
    title: ({ title }) => `Extend access to “${title}”`,
    body: (
      <>
        <p>Days are added to the end date, or to today if access has expired.</p>
        <DaysInput />
      </>
    ),
    defaults: { days: null as number | null },
    input: ({ id, version }, { days, reason }) => ({ id, entitlementExtension: { version, days: days ?? 0, reason } }),
    preview: {
      input: ({ id, version }, { days }) => !!days && { id, entitlementExtension: { version, days, dry_run: true } },
      show: (outcome, { ends_at }) => (
        <Forecast outcome={outcome}>
          {outcome.ends_at && `The end moves from ${formatDayOr(ends_at, 'no end')} to ${formatDay(outcome.ends_at)}.`}
        </Forecast>
      ),
      empty: 'Enter days to preview the new end.',
    },
    isReady: ({ days }) => !!days,
    reason,
    submit: 'Extend access',
    success: 'Access extended. The learner was notified',
  }),
  action({
    name: 'suspend',
    operation: 'suspendEntitlement',
    label: 'Suspend…',
    title: ({ title }) => `Suspend “${title}”`,
    body: 'Access stops immediately until you resume it. Running labs can finish, and progress is preserved.',
    input: change,
    preview: { input: dryRun, show: (outcome) => <Forecast outcome={outcome} /> },
    reason,
    submit: 'Suspend access',
    color: 'error',
    success: 'Access suspended. The learner was notified',
  }),
  action({
    name: 'resume',
    operation: 'resumeEntitlement',
    label: 'Resume…',
    title: ({ title }) => `Resume “${title}”`,
    body: 'Access is restored immediately, with all progress.',
    input: change,
    preview: { input: dryRun, show: (outcome) => <Forecast outcome={outcome}>{sentenceOf(outcome)}</Forecast> },
    reason,
    submit: 'Resume access',
    success: 'Access resumed. The learner was notified',
  }),
  action({
    name: 'restore',
    operation: 'restoreEntitlement',
    label: 'Undo the revocation…',
    title: ({ title }) => `Restore access to “${title}”`,
    body: 'Restores the access as it was. Ended labs and cancelled exam bookings are not restored.',
    input: change,
    preview: { input: dryRun, show: (outcome) => <Forecast outcome={outcome}>{sentenceOf(outcome)}</Forecast> },
    reason,
    submit: 'Restore access',
    success: 'Access restored. The learner was notified',
  }),
  // Moves an entitlement bought with the wrong account, with everything that depends on it: all or nothing.
  action({
    name: 'move',
    operation: 'moveEntitlement',
    label: 'Move to another account…',
    title: ({ title }) => `Move “${title}” to another account`,
    body: ({ username }) => (
      <>
        <p>Moves the access and all progress away from {username}. Printed certificates and the order do not change.</p>
        <TextInput
          source="to"
          label="Username or e-mail address of the other account"
          parse={(typed: string) => typed.toLowerCase()}
          helperText={false}
          autoComplete="off"
          fullWidth
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, className: 'mono', maxLength: 254 } }}
        />
      </>
    ),
    defaults: { to: '', end_running: true },
    input: ({ id, version }, { to, ...answers }) => ({ id, entitlementMove: { version, to: to.trim(), ...answers } }),
    preview: {
      input: ({ id, version }, { to = '', end_running }) =>
        /^([a-z0-9_-]{3,32}|\S+@\S+\.\S+)$/.test(to.trim()) && {
          id,
          entitlementMove: { version, to: to.trim(), end_running: end_running !== false, dry_run: true },
        },
      show: (outcome) => <Forecast outcome={outcome} />,
      inputs: endRunningInput('Otherwise, you cannot move the access until they are over.'),
      empty: 'Name the other account to preview what would move.',
      debounce: true,
    },
    reason,
    submit: 'Move access',
    color: 'error',
    success: 'Access moved. Both accounts were notified',
  }),
  action({
    name: 'revoke',
    operation: 'revokeEntitlement',
    label: 'Revoke…',
    title: ({ title }) => `Revoke “${title}”`,
    body: 'Access stops immediately. Progress and certificates are preserved and available again if you grant access later.',
    defaults: { end_running: true },
    input: ({ id, version }, answers) => ({ id, entitlementRevocation: { version, ...answers } }),
    preview: {
      input: ({ id, version }, { end_running }) => ({
        id,
        entitlementRevocation: { version, end_running: end_running !== false, dry_run: true },
      }),
      show: (outcome) => <Forecast outcome={outcome} />,
      inputs: endRunningInput('Otherwise, they run to their end.'),
    },
    reason,
    submit: 'Revoke access',
    color: 'error',
    success: 'Access revoked. The learner was notified. You can undo this for ten minutes.',
  }),
]

export const AccessMenu = ({ row, none = '—' }: { row: Access; none?: string | null }) => (
  <RecordMenu
    record={row}
    actions={accessActions}
    ariaLabel={`Change access of ${row.username} to ${row.title}`}
    none={none}
  />
)

/** Grants access to a user. `content` is preselected, as `kind/slug`. */
export const grantAction = (label: string, content = '') =>
  actionsOn<Pick<UserRecord, 'username' | 'allowed'>>()({
    name: 'grant',
    operation: 'grantEntitlement',
    label,
    size: 'small',
    title: ({ username }) => `Grant access to ${username}`,
    body: (
      <>
        <ContentInput />
        <LastingInputs />
      </>
    ),
    defaults: { content, lasts: 'usual', days: null, until: '' } as Grant,
    input: ({ username }, { reason, preview, ...grant }) => ({
      username,
      entitlementGrant: { ...grantOf(grant), reason, preview },
    }),
    preview: {
      input: ({ username }, grant) =>
        isWhole(grant) && { username, entitlementGrant: { ...grantOf(grant), dry_run: true } },
      show: (outcome) => <Forecast outcome={outcome}>{sentenceOf(outcome)}</Forecast>,
      empty: 'Choose a product to see its end date.',
    },
    reason,
    isReady: (grant) => isWhole(grant) && !!grant.preview,
    submit: 'Grant access',
    success: 'Access granted. The learner was notified',
    once: true,
  })

interface Grant {
  content: string
  lasts: 'usual' | 'days' | 'until'
  days: number | null
  until: string
}

const isWhole = ({ content, lasts, days, until }: Partial<Grant>) =>
  !!content && (lasts !== 'days' || !!days) && (lasts !== 'until' || !!until)

const grantOf = ({ content = '', lasts, days, until = '' }: Partial<Grant>) => ({
  ...contentOf(content),
  ...(lasts === 'days' && days && { days }),
  ...(lasts === 'until' && { until }),
})

const lengths = choicesOf({
  usual: 'Purchased duration',
  days: 'Number of days',
  until: 'Until a date',
})

function LastingInputs() {
  const { lasts } = useWatch() as Partial<Grant>
  return (
    <>
      <SelectInput source="lasts" label="Duration" choices={lengths} helperText={false} validate={[]} fullWidth />
      {lasts === 'days' && <DaysInput />}
      {lasts === 'until' && <DayInput source="until" label="Last day" helperText={false} fullWidth />}
    </>
  )
}

/** Asks whether running labs and bookings end too, if there are any. */
function endRunningInput(helperText: string) {
  return (outcome: EntitlementOutcome | undefined, { end_running }: { end_running?: boolean }) =>
    (outcome?.items.some(({ fate }) => fate === 'ends') || end_running === false) && (
      <BooleanInput source="end_running" label="End running labs and cancel exam bookings" helperText={helperText} />
    )
}

const titles = { ends: 'Ends', moves: 'Moves', opens: 'Restored', stays: 'Unchanged' } as const
const fates = Object.keys(titles) as (keyof typeof titles)[]

/** Effects of a change on everything that depends on the entitlement, by outcome. The children are a sentence above the lists. */
const Forecast = ({ outcome: { items }, children }: { outcome: EntitlementOutcome; children?: ReactNode }) => (
  <>
    {children !== undefined && <p>{children}</p>}
    {fates
      .filter((fate) => items.some((item) => item.fate === fate))
      .map((fate) => (
        <section key={fate} aria-label={titles[fate]}>
          <h3 className={styles.title}>{titles[fate]}</h3>
          <ul className={styles.items}>
            {items
              .filter((item) => item.fate === fate)
              .map(({ what }) => (
                <li key={what}>{what}</li>
              ))}
          </ul>
        </section>
      ))}
    {items.length === 0 && children === undefined && <p>No progress, labs or bookings are affected.</p>}
  </>
)

/** Preview of a grant, a resumption or an undone revocation, with its end. A restored entitlement may have expired by now. */
function sentenceOf({ state, ends_at }: EntitlementOutcome) {
  if (state === 'open') return ends_at ? `Access until ${formatDay(ends_at)}.` : 'Access without an end date.'
  if (state === 'ended' && ends_at)
    return `It expired on ${formatDay(ends_at)}, so there is no access until you extend it.`
  return `No access yet. State: ${stateNames[state]}.`
}

export const tones = { open: 'good', not_yet: 'info', ended: 'neutral', suspended: 'warn', revoked: 'bad' } as const

export const stateNames: Record<Entitlement['state'], string> = {
  open: 'Open',
  not_yet: 'Not started',
  ended: 'Ended',
  suspended: 'Suspended',
  revoked: 'Revoked',
}

export const kindNames: Record<Entitlement['kind'], string> = { course: 'Course', lab: 'Lab', exam: 'Exam' }

export const sourceNames: Record<Entitlement['source'], string> = {
  purchase: 'Purchase',
  voucher: 'Voucher',
  bundle: 'Bundle',
  beta: 'Beta test',
  administrator: 'Administrator',
}
