import type { FlagAlert } from '@flagyard/api-types'
import { BooleanInput, SelectInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionButton } from '../../crud/actions.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'

interface Decision {
  decision: 'dismissed' | 'confirmed'
  reason: string
  warn: boolean
}

const decisions = [
  { id: 'dismissed', name: 'Dismiss it: nothing follows' },
  { id: 'confirmed', name: 'Confirm it: the flag was passed on' },
]

/** Decides an alert, with a reason. The decision is final. Freezing an account and opening a conduct case are separate actions. */
export function DecideButton({ alert }: { alert: FlagAlert }) {
  if (!alert.allowed.includes('decide')) return null
  return (
    <ActionButton
      operation="decideFlagAlert"
      label="Decide…"
      title="Decide the alert"
      call={(provider, { decision, reason, warn }: Decision) =>
        provider.call('decideFlagAlert', {
          id: alert.id,
          flagAlertDecision: {
            ...{ version: alert.version, decision, reason },
            ...(decision === 'confirmed' && { warn }),
          },
        })
      }
      successMessage="The alert is decided"
      defaultValues={{ decision: 'dismissed', reason: '', warn: true }}
      isReady={({ reason }) => !!reason?.trim()}
      submitLabel="Decide it"
    >
      <SelectInput source="decision" label="Decision" choices={decisions} helperText={false} validate={[]} fullWidth />
      <Warning username={alert.username} />
      <ReasonInput helperText="For the audit. Neither of the two reads it." />
    </ActionButton>
  )
}

function Warning({ username }: { username: string }) {
  const { decision } = useWatch() as Partial<Decision>
  if (decision !== 'confirmed') return null
  return (
    <BooleanInput
      source="warn"
      label={`and write to ${username}`}
      helperText="What was found and what the rule is, without the name of the other learner."
    />
  )
}
