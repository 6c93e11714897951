import {
  DateTimeInput,
  type DateTimeInputProps,
  NumberInput,
  required,
  TextInput,
  type TextInputProps,
} from 'react-admin'
import { instantOf, localMinute } from '../lib/local-minute.ts'

interface TextProps extends Omit<TextInputProps, 'parse'> {
  maxLength?: number
  isRequired?: boolean
  /** Empty means none, and not an empty text. */
  orNull?: boolean
  /** What of the typed text is kept. */
  clean?: (typed: string) => string
}

/** A text that may be empty. */
export const Text = ({ maxLength, isRequired = false, orNull = false, clean = asTyped, ...rest }: TextProps) => (
  <TextInput
    helperText={false}
    parse={(typed: string) => clean(typed) || (orNull ? null : '')}
    {...(isRequired && { validate: required('Fill this in') })}
    {...(maxLength && { slotProps: { htmlInput: { maxLength } } })}
    {...rest}
  />
)

const asTyped = (value: string) => value

/** A list with a line for each of its items. */
export const LinesInput = ({ helperText = 'One a line', ...props }: TextInputProps) => (
  <TextInput
    multiline
    minRows={3}
    format={(lines?: string[]) => (lines ?? []).join('\n')}
    parse={(typed: string) => (typed === '' ? [] : typed.split('\n'))}
    helperText={helperText}
    {...props}
  />
)

/** Lines without those that are empty. */
export const filled = (lines: string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')

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

/** A minute in this browser's own time zone, kept as the instant that it means. One that was not touched keeps its seconds. */
export const MomentInput = ({ before, ...rest }: DateTimeInputProps & { before?: string | null | undefined }) => (
  <DateTimeInput
    helperText={`Your time, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
    format={localMinute}
    parse={(local: string) => instantOf(local, before)}
    {...rest}
  />
)
