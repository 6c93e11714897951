import type { Alarm } from '@flagyard/api-types'
import type { ButtonProps } from '@mui/material'
import { BooleanInput } from 'react-admin'
import { actionsOn, CallButton, hasReason } from '../../crud/actions/action-table.tsx'
import { MomentInput } from '../../crud/inputs.tsx'

interface Props {
  alarm: Pick<Alarm, 'id' | 'level' | 'allowed'>
  size?: ButtonProps['size']
}

/** Acknowledges an alarm, or withdraws the acknowledgement. */
export const AcknowledgeButton = ({ alarm: { id, level, allowed }, size }: Props) => (
  <>
    {allowed.includes('take') && (
      <CallButton
        operation="takeAlarm"
        {...(size && { size })}
        {...(level === 'urgent' && { variant: 'contained', color: 'primary' })}
        call={(provider) => provider.call('takeAlarm', { id })}
        successMessage="Acknowledged. The alarm is no longer escalated"
      >
        Acknowledge
      </CallButton>
    )}
    {allowed.includes('give_back') && (
      <CallButton
        operation="giveBackAlarm"
        {...(size && { size })}
        call={(provider) => provider.call('giveBackAlarm', { id })}
        successMessage="Unassigned. The next person on call is notified"
      >
        Unassign
      </CallButton>
    )}
  </>
)

const muteAction = actionsOn<Pick<Alarm, 'id' | 'allowed'>>()

export const muteActions = [
  muteAction({
    name: 'mute',
    operation: 'muteAlarm',
    label: 'Mute…',
    title: 'Mute alarm',
    body: (
      <>
        <p>No notifications until then. It stays listed and still clears automatically.</p>
        <MomentInput source="until" label="Until" helperText="In your time zone, at most 30 days from now" fullWidth />
        <BooleanInput
          source="stays"
          label="Stay muted if the alarm clears and reopens before then"
          helperText={false}
        />
      </>
    ),
    defaults: () => ({ until: inHours(8), stays: false }),
    input: ({ id }, { until, stays, reason }) => ({ id, alarmMute: { until, stays, reason } }),
    reason: true,
    isReady: ({ until, reason }) => !!until && hasReason({ reason }),
    submit: 'Mute alarm',
    success: 'Alarm muted',
  }),
  muteAction({
    name: 'unmute',
    operation: 'unmuteAlarm',
    label: 'Unmute',
    input: ({ id }) => ({ id }),
    success: 'Alarm unmuted',
  }),
]

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
