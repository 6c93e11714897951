import type { AdminConductCase, UserAttempt } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { DateInput, SelectInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { ReasonInput, Text } from '../../crud/inputs.tsx'
import { formatMoment } from '../../lib/format.ts'
import { type Proof, ProofFields, proofOf } from '../auth/ProofFields.tsx'
import styles from './AttemptDialog.module.css'
import type { Attempt } from './attempt-actions.tsx'

interface Props {
  username: string
  attempt: UserAttempt
}

/** Conduct cases of an attempt: opened with evidence, answered by the candidate, decided by another administrator. */
export default function AttemptConduct({ username, attempt }: Props) {
  if (attempt.conduct_cases.length === 0 && !attempt.allowed.includes('open_case')) return null
  return (
    <section aria-label="Conduct">
      <div className={styles.head}>
        <h3 className={styles.heading}>Conduct</h3>
        <RecordButtons record={{ ...attempt, username }} actions={openActions} size="small" />
      </div>
      {attempt.conduct_cases.map((one) => (
        <Case key={one.id} username={username} one={one} />
      ))}
    </section>
  )
}

const chips = {
  open: { tone: 'warn', label: 'Under review' },
  dismissed: { tone: 'good', label: 'Dismissed' },
  disqualified: { tone: 'bad', label: 'Disqualified' },
} as const satisfies Record<AdminConductCase['state'], { tone: string; label: string }>

function Case({ username, one }: { username: string; one: AdminConductCase }) {
  const isOpen = one.state === 'open'
  return (
    <div className={styles.case}>
      <div className={styles.line}>
        <Chip tone={chips[one.state].tone}>{chips[one.state].label}</Chip>
        <span className={styles.beside}>
          {formatMoment(one.created_at)} · {one.opened_by ?? 'a former administrator'}
        </span>
      </div>
      <p className={styles.said}>{one.evidence}</p>
      {one.answer ? (
        <blockquote className={styles.answer}>{one.answer}</blockquote>
      ) : (
        isOpen && (
          <p className={styles.beside}>
            Not answered yet. The case can be decided against the candidate after they answer, or from{' '}
            {formatMoment(one.answer_until)}.
          </p>
        )
      )}
      {one.decision && (
        <p className={styles.said}>
          {one.decision}
          <span className={styles.beside}>
            {' '}
            · {one.decided_at && formatMoment(one.decided_at)} · {one.decided_by ?? 'a former administrator'}
          </span>
        </p>
      )}
      {isOpen && one.refusal && <p className={styles.beside}>{one.refusal}</p>}
      {one.allowed.length > 0 && (
        <div>
          <RecordButtons record={{ ...one, username }} actions={caseActions} size="small" />
        </div>
      )}
    </div>
  )
}

const openActions = [
  actionsOn<Attempt>()({
    name: 'open_case',
    operation: 'openConductCase',
    label: 'Open a case…',
    title: 'Open a conduct case',
    body: (
      <>
        <p>
          While the case is open, no certificate is issued for this attempt, and a provisional result does not become
          final. The candidate is notified by e-mail, can read your evidence and can answer once.
        </p>
        <Text
          source="evidence"
          label="Evidence"
          helperText="Facts only, with IP addresses as text. The candidate can read it."
          maxLength={4000}
          multiline
          minRows={4}
          fullWidth
        />
      </>
    ),
    defaults: { evidence: '' },
    input: ({ username, id, version }, { evidence }) => ({ username, id, conductOpening: { version, evidence } }),
    isReady: ({ evidence }) => !!evidence?.trim(),
    submit: 'Open case',
    success: 'Case opened. The candidate was asked to answer',
  }),
]

interface Decision extends Proof {
  state: 'dismissed' | 'disqualified'
  barred_until: string
}

const caseActions = [
  actionsOn<AdminConductCase & { username: string }>()({
    name: ['dismiss', 'disqualify'],
    operation: 'decideConductCase',
    label: 'Decide…',
    title: 'Decide the conduct case',
    body: ({ allowed, needs_proof }) => (
      <>
        <SelectInput
          source="state"
          label="Decision"
          choices={[
            { id: 'dismissed', name: 'Dismiss: the result remains valid' },
            ...(allowed.includes('disqualify') ? [{ id: 'disqualified', name: 'Disqualify the attempt' }] : []),
          ]}
          helperText={false}
          validate={[]}
          fullWidth
        />
        <Consequence />
        <ReasonInput helperText="The candidate can read it." />
        {needs_proof && (
          <>
            <p>You opened this case, and no other administrator can decide it. Confirm your identity.</p>
            <ProofFields purpose="to decide the case" />
          </>
        )}
      </>
    ),
    defaults: { state: 'dismissed', barred_until: '', reason: '', current_password: '', code: '' } as Decision,
    input: ({ username, id, version, needs_proof }, { state, barred_until, reason, current_password, code }) => ({
      username,
      id,
      conductDecision: {
        version,
        state,
        reason,
        ...(state === 'disqualified' && barred_until && { barred_until }),
        ...(needs_proof && proofOf({ current_password, code })),
      },
    }),
    submit: 'Save decision',
    color: 'error',
    success: 'Case decided. The candidate was notified',
  }),
]

function Consequence() {
  const { state } = useWatch() as Partial<Decision>
  if (state !== 'disqualified') return <p>The result becomes final, and if passed, the certificate is issued.</p>
  return (
    <>
      <p>The attempt counts as used, its certificate is revoked, and a booking before the date below is cancelled.</p>
      <DateInput
        source="barred_until"
        label="Earliest next attempt"
        helperText={false}
        parse={(typed: string) => typed}
        fullWidth
      />
    </>
  )
}
