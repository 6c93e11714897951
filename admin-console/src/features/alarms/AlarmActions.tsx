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
export const TakeButton = ({ alarm: { id, level, allowed }, size }: Props) => (
  <>
    {allowed.includes('take') && (
      <CallButton
        operation="takeAlarm"
        {...(size && { size })}
        {...(level === 'urgent' && { variant: 'contained', color: 'primary' })}
        call={(provider) => provider.call('takeAlarm', { id })}
        successMessage="It is yours: nobody else is called"
      >
        Take
      </CallButton>
    )}
    {allowed.includes('give_back') && (
      <CallButton
        operation="giveBackAlarm"
        {...(size && { size })}
        call={(provider) => provider.call('giveBackAlarm', { id })}
        successMessage="Given back: the next of the roster is called"
      >
        Give back
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
    title: 'Mute the alarm',
    body: (
      <>
        <p>Nobody is told and nobody is called until then. It stays on this list, and still ends by itself.</p>
        <MomentInput source="until" label="Until" helperText="Your time, 30 days at most" fullWidth />
        <BooleanInput source="stays" label="Also when it ends and comes back before then" helperText={false} />
      </>
    ),
    defaults: () => ({ until: inHours(8), stays: false }),
    input: ({ id }, { until, stays, reason }) => ({ id, alarmMute: { until, stays, reason } }),
    reason: true,
    isReady: ({ until, reason }) => !!until && hasReason({ reason }),
    submit: 'Mute it',
    cancel: 'Leave it on',
    success: 'Muted',
  }),
  muteAction({
    name: 'unmute',
    operation: 'unmuteAlarm',
    label: 'Take the mute off',
    input: ({ id }) => ({ id }),
    success: 'It tells again, from now on',
  }),
]

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
