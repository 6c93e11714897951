import type { LabRecord } from '@flagyard/api-types'
import { Alert, TextField } from '@mui/material'
import type { ComponentProps } from 'react'
import { useState } from 'react'
import { useInput, useRecordContext, ValidationError } from 'react-admin'
import { Columns, Group, Text } from '../../crud/inputs.tsx'

type Stages = LabRecord['module_stages']

/** Inputs of the Terraform module and its pinned version. */
export const ModuleInputs = ({ children }: { children?: React.ReactNode }) => (
  <Group title="Module">
    <Columns>
      <Text source="module" label="Terraform module" maxLength={300} isRequired />
      <Text
        source="module_version"
        label="Version"
        maxLength={60}
        isRequired
        helperText="Running deployments keep the version they started with"
      />
    </Columns>
    <SimulatedOnly />
    {children}
    <ParsedInput<Stages>
      source="module_stages"
      label="Simulated stages"
      helperText="JSON. Only used by the simulator; real clouds run the Terraform module."
      format={(stages) => JSON.stringify(stages ?? [], null, 2)}
      parse={stagesOf}
      minRows={4}
    />
  </Group>
)

/** Warns that the module version is missing from the module folder: the simulator can run it, a real cloud cannot build it. */
export function SimulatedOnly() {
  const record = useRecordContext<Pick<LabRecord, 'simulated_only'>>()
  if (!record?.simulated_only) return null
  return (
    <Alert severity="info">
      Simulated only: this version is not in the modules folder, so real clouds cannot build it.
    </Alert>
  )
}

function stagesOf(text: string): Stages {
  const read: unknown = text.trim() === '' ? [] : JSON.parse(text)
  if (!Array.isArray(read)) throw new Error('Enter a JSON list, starting with [ and ending with ]')
  return read as Stages
}

interface ParsedProps<T> {
  source: string
  label: string
  helperText: string
  format: (value: T) => string
  /** Throws an error with a message for the user. */
  parse: (text: string) => T
  minRows?: number
}

/** A value edited as text. Text that cannot be parsed is preserved, and blocks the submit. */
export function ParsedInput<T>({ source, label, helperText, format, parse, minRows = 1 }: ParsedProps<T>) {
  const { field, fieldState, id } = useInput<T | ParseError>({ source, validate: (value) => problemOf(value) })
  const [typed, setTyped] = useState<{ text: string; value: T | ParseError }>()
  const value: T | ParseError = field.value
  const text = typed && typed.value === value ? typed.text : isParseError(value) ? value.unread : format(value)
  const change = (next: string) => {
    const read = parseOr(next, parse)
    setTyped({ text: next, value: read })
    field.onChange(read)
  }
  const problem = fieldState.error?.message ?? problemOf(value)
  return (
    <TextField
      id={id}
      name={field.name}
      inputRef={field.ref}
      label={label}
      value={text}
      onChange={({ target }) => change(target.value)}
      onBlur={field.onBlur}
      error={problem !== undefined}
      helperText={problem ? <ValidationError error={problem} /> : helperText}
      multiline={minRows > 1}
      minRows={minRows}
      slotProps={{ htmlInput: { className: 'mono', spellCheck: false } }}
      maxRows={20}
      fullWidth
    />
  )
}

interface ParseError {
  unread: string
  problem: string
}

const isParseError = (value: unknown): value is ParseError =>
  typeof value === 'object' && value !== null && 'unread' in value
const problemOf = (value: unknown) => (isParseError(value) ? value.problem : undefined)

function parseOr<T>(text: string, parse: (text: string) => T): T | ParseError {
  try {
    return parse(text)
  } catch (error) {
    return { unread: text, problem: error instanceof Error ? error.message : 'This is not valid' }
  }
}

interface ScriptInputProps {
  label: string
  /** Helper text: consequence of an empty field. */
  without: string
}

/** The canary's solution of a lab or exam, as JSON. Same content as `canary.yaml`. */
export const ScriptInput = ({ label, without }: ScriptInputProps) => (
  <JsonInput
    source="canary"
    label={label}
    helperText={`JSON with the commands that find each flag in the simulated shell. If empty, ${without}.`}
  />
)

/** A long text of a lab, an exam or a bundle. */
export const LongText = (props: ComponentProps<typeof Text>) => (
  <Text maxLength={20_000} multiline minRows={3} helperText="Markdown" {...props} />
)

/** A value that only its JSON edits. An empty text is none. */
export const JsonInput = <T,>(props: Pick<ParsedProps<T | null>, 'source' | 'label' | 'helperText'>) => (
  <ParsedInput<T | null>
    format={(value) => (value ? JSON.stringify(value, null, 2) : '')}
    parse={(text) => (text.trim() === '' ? null : JSON.parse(text))}
    minRows={4}
    {...props}
  />
)
