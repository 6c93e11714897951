import { TextInput } from 'react-admin'

interface Props {
  /** Text to type; compared with the form's `confirm`. */
  word: string
  /** Consequence of the action, if the dialog does not mention it. */
  warning?: string
  isNumber?: boolean
}

/** Field in which a text must be typed before an irreversible action can be submitted. */
export const TypedConfirmation = ({ word, warning, isNumber = false }: Props) => (
  <TextInput
    source="confirm"
    label={[warning, `Type ${word} to confirm`].filter(Boolean).join(' ')}
    parse={(typed: string) => typed}
    helperText={false}
    autoComplete="off"
    fullWidth
    slotProps={{ htmlInput: isNumber ? { inputMode: 'numeric' } : { spellCheck: false, className: 'mono' } }}
  />
)
