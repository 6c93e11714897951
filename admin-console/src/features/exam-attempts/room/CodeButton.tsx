import { TextInput } from 'react-admin'
import { ActionButton } from '../../../crud/actions.tsx'

/** Enters the code that the candidate received by e-mail and read out. */
export const CodeButton = ({ id }: { id: string }) => (
  <ActionButton
    operation="enterRoomCode"
    label="Enter the code…"
    size="small"
    title="Enter the candidate’s code"
    call={(provider, { code }: { code: string }) => provider.call('enterRoomCode', { id, roomCode: { code } })}
    successMessage="The room is open to you"
    defaultValues={{ code: '' }}
    isReady={({ code }) => !!code?.trim()}
    submitLabel="Open the room"
  >
    <p>The candidate has eight digits in their mail. After five wrong ones you have to ask anew.</p>
    <TextInput
      source="code"
      label="Code"
      autoComplete="off"
      parse={(typed: string) => typed}
      helperText={false}
      fullWidth
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 20, className: 'mono' } }}
    />
  </ActionButton>
)
