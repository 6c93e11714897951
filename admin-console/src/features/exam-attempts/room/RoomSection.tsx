import type { RoomOpening, UserAttempt } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Button } from '@mui/material'
import { RadioButtonGroupInput } from 'react-admin'
import { Link } from 'react-router-dom'
import { actionsOn, RecordButtons } from '../../../crud/actions/action-table.tsx'
import { useCall } from '../../../crud/calls.tsx'
import { ReasonInput, Text } from '../../../crud/inputs.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { useCapabilities } from '../../../lib/useCapabilities.ts'
import { type Proof, ProofFields, proofOf } from '../../auth/ProofFields.tsx'
import type { Attempt } from '../attempt-actions.tsx'
import styles from './Room.module.css'

/** Support access to the room of an attempt: active and requested visits, and the actions available to this administrator. */
export function RoomSection({ username, attempt }: { username: string; attempt: UserAttempt }) {
  const granted = useCapabilities()
  const mayRead = granted.has('support') || granted.has('owner')
  const { data = [] } = useCall(
    'listUserRooms',
    { username, id: attempt.id },
    { enabled: mayRead, refetchInterval: 10_000, staleTime: 0 },
  )
  const isInRoom = attempt.state === 'preparing' || attempt.state === 'active'
  if (!mayRead || (!isInRoom && data.length === 0)) return null
  return (
    <section aria-label="Support visits">
      <h3 className={styles.heading}>Support visits</h3>
      {isInRoom && granted.has('support') && (
        <p className={styles.ask}>
          <RecordButtons record={{ ...attempt, username }} actions={askActions} size="small" />
        </p>
      )}
      <ul className={styles.openings}>
        {data.map((opening) => (
          <li key={opening.id}>
            <span>{wordsOf(opening)}</span>
            <span className={styles.beside}>{opening.reason}</span>
            <span className={styles.buttons}>
              <Buttons opening={opening} mayLook={isInRoom} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Buttons = ({ opening, mayLook }: { opening: RoomOpening; mayLook: boolean }) => (
  <>
    {opening.allowed.includes('look') && mayLook && (
      <Button size="small" variant="contained" component={Link} to={consolePaths.examRoom(opening.id)} target="_blank">
        Open the room<span className="visually-hidden"> in a new tab</span>
      </Button>
    )}
    <RecordButtons record={opening} actions={visitActions} size="small" />
  </>
)

function wordsOf({
  state,
  confirm_by,
  asked_by,
  asked_at,
  confirm_until,
  confirmed_by,
  ...times
}: RoomOpening): string {
  const { opened_at, open_until, ended_at } = times
  if (state === 'waiting')
    return `${asked_by} requested a visit. ${
      confirm_by === 'code' ? 'The candidate was sent a code' : 'Another administrator must confirm it'
    }, valid until ${formatMoment(confirm_until)}.`
  if (!opened_at) return `${asked_by} requested a visit on ${formatMoment(asked_at)}. It was not confirmed.`
  const confirmed = confirmed_by ? `confirmed by ${confirmed_by}` : 'with the candidate’s code'
  if (state === 'open')
    return `${asked_by} can view the room from ${formatMoment(opened_at)} until ${formatMoment(open_until ?? opened_at)}, ${confirmed}.`
  return `${asked_by} had access from ${formatMoment(opened_at)} to ${formatMoment(ended_at ?? open_until ?? opened_at)}, ${confirmed}.`
}

interface Ask extends Proof {
  confirm_by: 'administrator' | 'code'
}

const ways = [
  { id: 'administrator', name: 'Another administrator, on this attempt’s page' },
  { id: 'code', name: 'The candidate, with a code sent to them by e-mail' },
]

/** Another administrator or the candidate must confirm it. */
const askActions = [
  actionsOn<Attempt>()({
    operation: 'askForUserRoom',
    label: 'Visit the room…',
    title: 'Visit the exam room',
    body: (
      <>
        <p>
          You see the room as the candidate does, without their credentials, for up to an hour. They are notified by
          e-mail and in the room, and the visit is recorded in the audit log. During the visit, you can change the
          address from which their environment can be reached.
        </p>
        <ReasonInput helperText="The candidate can read it." />
        <RadioButtonGroupInput
          source="confirm_by"
          label="Confirmation by"
          choices={ways}
          row={false}
          validate={[]}
          helperText={false}
        />
        <ProofFields purpose="to confirm your identity" />
      </>
    ),
    defaults: { reason: '', confirm_by: 'administrator', current_password: '', code: '' } as Ask,
    input: ({ username, id }, { reason, confirm_by, current_password, code }) => ({
      username,
      id,
      roomAsk: { reason, confirm_by, ...proofOf({ current_password, code }) },
    }),
    isReady: ({ reason, current_password }) => !!reason && !!current_password,
    submit: 'Request visit',
    success: 'Visit requested. It must be confirmed first',
  }),
]

const visitAction = actionsOn<RoomOpening>()

export const endAction = visitAction({
  name: 'end',
  operation: 'endRoom',
  label: 'End visit',
  input: ({ id }) => ({ id }),
  success: 'Visit ended',
})

const visitActions = [
  // With the code that the candidate received by e-mail and read out.
  visitAction({
    name: 'enter_code',
    operation: 'enterRoomCode',
    label: 'Enter the code…',
    title: 'Enter the candidate’s code',
    body: (
      <>
        <p>
          The candidate received an eight-digit code by e-mail. After five wrong codes you must request a new visit.
        </p>
        <Text
          source="code"
          label="Code"
          autoComplete="off"
          fullWidth
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 20, className: 'mono' } }}
        />
      </>
    ),
    defaults: { code: '' },
    input: ({ id }, { code }) => ({ id, roomCode: { code } }),
    isReady: ({ code }) => !!code?.trim(),
    submit: 'Open room',
    success: 'You can open the room now',
  }),
  visitAction({
    name: 'confirm',
    operation: 'confirmRoom',
    label: 'Confirm as second administrator',
    variant: 'contained',
    input: ({ id }) => ({ id }),
    success: 'Confirmed. The other administrator can open the room',
  }),
  endAction,
]
