import { NumberInput, required, TextInput, type TextInputProps } from 'react-admin'

interface TextProps extends Pick<TextInputProps, 'source' | 'label' | 'helperText' | 'multiline' | 'minRows'> {
  maxLength: number
  isRequired?: boolean
  /** Empty means none, and not an empty text. */
  orNull?: boolean
}

/** A text that may be empty. */
export const Text = ({ maxLength, isRequired = false, orNull = false, helperText = false, ...rest }: TextProps) => (
  <TextInput
    {...rest}
    helperText={helperText}
    parse={orNull ? orNone : asTyped}
    {...(isRequired && { validate: required('Fill this in') })}
    slotProps={{ htmlInput: { maxLength } }}
  />
)

const asTyped = (value: string) => value
const orNone = (value: string) => value || null

interface WholeProps extends Pick<TextInputProps, 'source' | 'label' | 'helperText'> {
  min?: number
  max?: number
  isOptional?: boolean
}

/** A whole number. Without one, the field says what that means in its help. */
export const Whole = ({ isOptional = false, min = 0, helperText = false, ...rest }: WholeProps) => (
  <NumberInput
    {...rest}
    min={min}
    step={1}
    helperText={helperText}
    {...(!isOptional && { validate: required('Say a number') })}
  />
)
