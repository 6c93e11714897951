import { TextInput, type TextInputProps } from 'react-admin'

/** Why something is done: it is kept in the audit. The server asks for it. */
export const ReasonInput = (props: Partial<TextInputProps>) => (
  <TextInput
    source="reason"
    label="Reason"
    defaultValue=""
    parse={(typed: string) => typed}
    helperText={false}
    fullWidth
    slotProps={{ htmlInput: { maxLength: 500 } }}
    {...props}
  />
)
