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
  /** Stores an empty field as null. */
  orNull?: boolean
  /** Normalises the typed text. */
  clean?: (typed: string) => string
}

/** A text input that can be empty. */
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

/** A list, edited as one item per line. */
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

/** Trims the lines and removes empty ones. */
export const filled = (lines: string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')

interface WholeProps extends Pick<TextInputProps, 'source' | 'label' | 'helperText'> {
  min?: number
  max?: number
  isOptional?: boolean
}

/** An integer. For an optional one, the helper text should say what empty means. */
export const Whole = ({ isOptional = false, min = 0, helperText = false, ...rest }: WholeProps) => (
  <NumberInput
    {...rest}
    min={min}
    step={1}
    helperText={helperText}
    {...(!isOptional && { validate: required('Say a number') })}
  />
)

/** Date and time in the browser's time zone, stored as an instant. An unchanged value keeps its seconds. */
export const MomentInput = ({ before, ...rest }: DateTimeInputProps & { before?: string | null | undefined }) => (
  <DateTimeInput
    helperText={`Your time, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
    format={localMinute}
    parse={(local: string) => instantOf(local, before)}
    {...rest}
  />
)
