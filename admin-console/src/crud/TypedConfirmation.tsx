import { TextInput } from 'react-admin'

interface Props {
  /** What must be typed; the form's `confirm` is compared with it. */
  word: string
  /** What it is about, if the dialog does not say. */
  warning?: string
  isNumber?: boolean
}

/** The field of a dialog in which something is typed before it can be sent, since it cannot be undone. */
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
