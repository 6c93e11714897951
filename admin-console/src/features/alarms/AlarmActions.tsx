import type { Alarm } from '@flagyard/api-types'
import { BooleanInput } from 'react-admin'
import { actionsOn, hasReason } from '../../crud/actions/action-table.tsx'
import { MomentInput } from '../../crud/inputs.tsx'

const action = actionsOn<Pick<Alarm, 'id' | 'allowed'>>()
const ofAlarm = ({ id }: Pick<Alarm, 'id'>) => ({ id })

export const assignmentActions = ({ level }: Pick<Alarm, 'level'>) => [
  action({
    name: 'take',
    operation: 'takeAlarm',
    label: 'Acknowledge',
    ...(level === 'urgent' && { variant: 'contained', color: 'primary' }),
    input: ofAlarm,
    success: 'Acknowledged. The alarm is no longer escalated',
  }),
  action({
    name: 'give_back',
    operation: 'giveBackAlarm',
    label: 'Unassign',
    input: ofAlarm,
    success: 'Unassigned. The next person on call is notified',
  }),
]

export const muteActions = [
  action({
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
  action({
    name: 'unmute',
    operation: 'unmuteAlarm',
    label: 'Unmute',
    input: ofAlarm,
    success: 'Alarm unmuted',
  }),
]

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
