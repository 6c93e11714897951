import type { AdminConductCase, UserAttempt } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { DateInput, SelectInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionButton } from '../../crud/actions.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { formatMoment } from '../../lib/format.ts'
import { type Proof, ProofFields, proofOf } from '../auth/ProofFields.tsx'
import styles from './AttemptDialog.module.css'

interface Props {
  username: string
  attempt: UserAttempt
}

/** Conduct cases of an attempt: opened with evidence, answered by the candidate, decided by another administrator. */
export default function AttemptConduct({ username, attempt }: Props) {
  const canOpen = attempt.allowed.includes('open_case')
  if (attempt.conduct_cases.length === 0 && !canOpen) return null
  return (
    <section aria-label="Conduct">
      <div className={styles.head}>
        <h3 className={styles.heading}>Conduct</h3>
        {canOpen && <OpenCase username={username} attempt={attempt} />}
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
            No answer yet. Against the candidate it can be decided from {formatMoment(one.answer_until)}, or once they
            answered.
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
          <DecideCase username={username} one={one} />
        </div>
      )}
    </div>
  )
}

const OpenCase = ({ username, attempt }: Props) => (
  <ActionButton
    operation="openConductCase"
    label="Open a case…"
    size="small"
    title="Open a conduct case"
    call={(provider, { evidence }: { evidence: string }) =>
      provider.call('openConductCase', {
        username,
        id: attempt.id,
        conductOpening: { version: attempt.version, evidence },
      })
    }
    successMessage="The case is open, and the candidate is asked"
    defaultValues={{ evidence: '' }}
    isReady={({ evidence }) => !!evidence?.trim()}
    submitLabel="Open the case"
  >
    <p>
      While it is open no certificate is issued for this attempt, and a result that is not final waits. The candidate is
      told by mail, reads what you write here, and can answer once.
    </p>
    <TextInput
      source="evidence"
      label="What was seen"
      helperText="Facts, with addresses as text. The candidate reads it."
      parse={(typed: string) => typed}
      multiline
      minRows={4}
      fullWidth
      slotProps={{ htmlInput: { maxLength: 4000 } }}
    />
  </ActionButton>
)

interface Decision extends Proof {
  state: 'dismissed' | 'disqualified'
  barred_until: string
  reason: string
}

function DecideCase({ username, one }: { username: string; one: AdminConductCase }) {
  const choices = [
    { id: 'dismissed', name: 'Dismiss it: the result stands' },
    ...(one.allowed.includes('disqualify') ? [{ id: 'disqualified', name: 'Disqualify the attempt' }] : []),
  ]
  return (
    <ActionButton
      operation="decideConductCase"
      label="Decide…"
      size="small"
      title="Decide the conduct case"
      call={(provider, { state, barred_until, reason, ...proof }: Decision) =>
        provider.call('decideConductCase', {
          username,
          id: one.id,
          conductDecision: {
            ...{ version: one.version, state, reason },
            ...(state === 'disqualified' && barred_until && { barred_until }),
            ...(one.needs_proof && proofOf(proof)),
          },
        })
      }
      successMessage="The case is decided, and the candidate is told"
      defaultValues={{ state: 'dismissed', barred_until: '', reason: '', current_password: '', code: '' }}
      submitLabel="Decide it"
      color="error"
    >
      <SelectInput source="state" label="Decision" choices={choices} helperText={false} validate={[]} fullWidth />
      <Consequence />
      <ReasonInput helperText="The candidate reads it." />
      {one.needs_proof && (
        <>
          <p>You opened this case and nobody else could decide it, so prove that it is you.</p>
          <ProofFields purpose="to decide it" />
        </>
      )}
    </ActionButton>
  )
}

function Consequence() {
  const { state } = useWatch() as Partial<Decision>
  if (state !== 'disqualified') return <p>What waited goes on: the result is decided, and its certificate issued.</p>
  return (
    <>
      <p>The attempt counts as used, its certificate is revoked, and a date before the day below is taken back.</p>
      <DateInput
        source="barred_until"
        label="No next attempt before"
        helperText={false}
        parse={(typed: string) => typed}
        fullWidth
      />
    </>
  )
}
