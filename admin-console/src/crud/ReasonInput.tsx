import { TextInput, type TextInputProps } from 'react-admin'

/** Reason recorded in the audit log. It is marked as required, and the server refuses a change without one. */
export const ReasonInput = (props: Partial<TextInputProps>) => (
  <TextInput
    source="reason"
    label="Reason"
    defaultValue=""
    parse={(typed: string) => typed}
    helperText={false}
    fullWidth
    isRequired
    slotProps={{ htmlInput: { maxLength: 500 } }}
    {...props}
  />
)
