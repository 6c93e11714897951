import type { Entitlement } from '@flagyard/api-types'
import type { ReactNode } from 'react'
import {
  AutocompleteInput,
  BooleanInput,
  DateInput,
  type DateInputProps,
  DateTimeInput,
  type DateTimeInputProps,
  NumberInput,
  ReferenceInput,
  required,
  SelectInput,
  TextInput,
  type TextInputProps,
} from 'react-admin'
import { capitalised, countOf } from '../lib/format.ts'
import { instantOf, localMinute } from '../lib/local-minute.ts'
import { useCall } from './calls.tsx'
import styles from './inputs.module.css'

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
    {...(isRequired && { validate: required('Enter a value') })}
    {...(maxLength && { slotProps: { htmlInput: { maxLength } } })}
    {...rest}
  />
)

const asTyped = (value: string) => value

/** A list, edited as one item per line. */
export const LinesInput = ({ helperText = 'One per line', ...props }: TextInputProps) => (
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
    {...(!isOptional && { validate: required('Enter a number') })}
  />
)

/** Date and time in the browser's time zone, stored as an instant. An unchanged value keeps its seconds. */
export const MomentInput = ({ before, ...rest }: DateTimeInputProps & { before?: string | null | undefined }) => (
  <DateTimeInput
    helperText={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
    format={localMinute}
    parse={(local: string) => instantOf(local, before)}
    {...rest}
  />
)

/** A date; empty is the empty string. */
export const DayInput = (props: DateInputProps) => <DateInput parse={(typed: string) => typed} {...props} />

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

export const DaysInput = ({ hint }: { hint?: string }) => (
  <NumberInput source="days" label="Days" min={1} max={3650} helperText={hint ?? false} fullWidth />
)

/** Selects a course, lab or exam; the value is `kind/slug`. */
export function ContentInput() {
  const options = useContentOptions()
  return (
    <SelectInput
      source="content"
      label="Course, lab or exam"
      choices={options.map(({ value, label }) => ({ id: value, name: label }))}
      emptyText="Choose a product"
      emptyValue=""
      helperText={false}
      fullWidth
    />
  )
}

type Kind = Entitlement['kind']

/** All courses, labs and exams, with `kind/slug` as value. */
export function useContentOptions() {
  return [
    ...optionsOf('course', useCall('listCourseChoices').data),
    ...optionsOf('lab', useCall('listLabChoices').data),
    ...optionsOf('exam', useCall('listExamChoices').data),
  ]
}

const optionsOf = (kind: Kind, choices: { slug: string; title: string }[] = []) =>
  choices.map(({ slug, title }) => ({ value: `${kind}/${slug}`, label: `${capitalised(kind)}: ${title}` }))

/** Parses the value of such an option. */
export function contentOf(value: string): { kind: Kind; slug: string } {
  const [kind = '', slug = ''] = value.split('/')
  return { kind: kind as Kind, slug }
}

const byName = { field: 'name', order: 'ASC' } as const

export const OrganisationInput = ({ helperText }: { helperText: string }) => (
  <ReferenceInput source="organisation_id" reference="organisations" sort={byName}>
    <AutocompleteInput
      label="Organisation"
      optionText="name"
      filterToQuery={(typed: string) => (typed ? { q: typed } : {})}
      helperText={helperText}
      fullWidth
    />
  </ReferenceInput>
)

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

interface Labs {
  running: number
  queued: number
  exams: number
}

export const hasLabs = ({ running, queued, exams }: Labs) => running + queued + exams > 0

/** Asks whether to end running labs as well: `and end its 1 running lab, 1 queued and 1 exam environment`. Checked unless the form's `defaultValues` differ. */
export const EndLabsInput = ({ labs, whose }: { labs: Labs; whose: 'its' | 'their' }) => (
  <BooleanInput
    source="end_deployments"
    label={`and end ${whose} ${sayLabs(labs)}`}
    helperText="Credentials stop working immediately. Ended labs are not restored when you enable the account again."
  />
)

function sayLabs({ running, queued, exams }: Labs) {
  const [first, second] = [running > 0 && countOf(running, 'running lab'), queued > 0 && queuedWords(queued, running)]
  const labs = [first, second].filter(Boolean).join(', ')
  return [labs, exams > 0 && countOf(exams, 'exam environment')].filter(Boolean).join(' and ')
}

const queuedWords = (queued: number, running: number) =>
  running > 0 ? `${queued} queued` : countOf(queued, 'queued lab')

export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={styles.group}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

/** Places short fields side by side where there is room. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>
