import type { UserAttempt } from '@flagyard/api-types'
import { RadioButtonGroupInput } from 'react-admin'
import { ActionButton } from '../../../crud/actions.tsx'
import { ReasonInput } from '../../../crud/inputs.tsx'
import { type Proof, ProofFields, proofOf } from '../../auth/ProofFields.tsx'

interface Ask extends Proof {
  reason: string
  confirm_by: 'administrator' | 'code'
}

const ways = [
  { id: 'administrator', name: 'Another administrator, on this attempt in the console' },
  { id: 'code', name: 'The candidate, with a code that we mail them now' },
]

/** Requests access to the exam room. Another administrator or the candidate must confirm it. */
export const AskForRoomButton = ({ username, attempt }: { username: string; attempt: UserAttempt }) => (
  <ActionButton
    operation="askForUserRoom"
    label="Look into the room…"
    size="small"
    title="Look into the exam room"
    call={(provider, { reason, confirm_by, ...proof }: Ask) =>
      provider.call('askForUserRoom', {
        username,
        id: attempt.id,
        roomAsk: { reason, confirm_by, ...proofOf(proof) },
      })
    }
    successMessage="Asked for: it waits to be confirmed"
    defaultValues={{ reason: '', confirm_by: 'administrator', current_password: '', code: '' }}
    isReady={({ reason, current_password }) => !!reason && !!current_password}
    submitLabel="Ask for it"
  >
    <p>
      You see the room as the candidate does, without their credentials, for an hour at most. They are told by mail and
      in the room, and all of it is written down. While you look, you can change the address that their environment
      admits.
    </p>
    <ReasonInput helperText="The candidate reads it." />
    <RadioButtonGroupInput
      source="confirm_by"
      label="Who confirms it"
      choices={ways}
      row={false}
      validate={[]}
      helperText={false}
    />
    <ProofFields purpose="to show that it is you" />
  </ActionButton>
)
