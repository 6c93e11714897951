import { TextField } from '@mui/material'
import { useState } from 'react'
import { useInput, ValidationError } from 'react-admin'

interface Props<T> {
  source: string
  label: string
  helperText: string
  format: (value: T) => string
  /** Throws an error with a message for the user. */
  parse: (text: string) => T
  minRows?: number
}

/** A value edited as text. Text that cannot be parsed is preserved, and blocks the submit. */
export function ParsedInput<T>({ source, label, helperText, format, parse, minRows = 1 }: Props<T>) {
  const { field, fieldState, id } = useInput<T | Unread>({ source, validate: (value) => problemOf(value) })
  const [typed, setTyped] = useState<{ text: string; value: T | Unread }>()
  const value: T | Unread = field.value
  const text = typed && typed.value === value ? typed.text : isUnread(value) ? value.unread : format(value)
  const change = (next: string) => {
    const read = readOr(next, parse)
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

interface Unread {
  unread: string
  problem: string
}

const isUnread = (value: unknown): value is Unread => typeof value === 'object' && value !== null && 'unread' in value
const problemOf = (value: unknown) => (isUnread(value) ? value.problem : undefined)

function readOr<T>(text: string, parse: (text: string) => T): T | Unread {
  try {
    return parse(text)
  } catch (error) {
    return { unread: text, problem: error instanceof Error ? error.message : 'This cannot be read' }
  }
}
