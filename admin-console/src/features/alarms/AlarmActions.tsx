import type { Alarm } from '@flagyard/api-types'
import type { ButtonProps } from '@mui/material'
import { BooleanInput } from 'react-admin'
import { ActionButton, CallButton } from '../../crud/actions.tsx'

import { MomentInput, ReasonInput } from '../../crud/inputs.tsx'

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

interface Mute {
  until: string
  reason: string
  stays: boolean
}

export const MuteButton = ({ alarm: { id, allowed } }: Props) => (
  <>
    {allowed.includes('mute') && (
      <ActionButton
        operation="muteAlarm"
        label="Mute…"
        title="Mute the alarm"
        call={(provider, alarmMute: Mute) => provider.call('muteAlarm', { id, alarmMute })}
        successMessage="Muted"
        defaultValues={{ until: inHours(8), reason: '', stays: false }}
        isReady={({ until, reason }) => !!until && !!reason?.trim()}
        submitLabel="Mute it"
        cancelLabel="Leave it on"
      >
        <p>Nobody is told and nobody is called until then. It stays on this list, and still ends by itself.</p>
        <MomentInput source="until" label="Until" helperText="Your time, 30 days at most" fullWidth />
        <BooleanInput source="stays" label="Also when it ends and comes back before then" helperText={false} />
        <ReasonInput />
      </ActionButton>
    )}
    {allowed.includes('unmute') && (
      <CallButton
        operation="unmuteAlarm"
        call={(provider) => provider.call('unmuteAlarm', { id })}
        successMessage="It tells again, from now on"
      >
        Take the mute off
      </CallButton>
    )}
  </>
)

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
