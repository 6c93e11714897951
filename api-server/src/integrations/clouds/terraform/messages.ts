import { stripVTControlCharacters } from 'node:util'
import type { ResourceName } from '../driver.ts'

/** One line of Terraform's output with `-json`, or a plain text line. */
export interface Message {
  /** Text for the stage's log; null if it is of no use to a reader. */
  text: string | null
  /** Error message, for error lines. */
  error: string | null
  /** Removed resource, for removal lines. */
  removed: ResourceName | null
}

/** Maximum length of a stored Terraform error, in characters. */
const MAX_ERROR = 600

export function parseMessage(line: string): Message {
  const parsed = parse(line)
  if (!parsed) return { text: plain(line) || null, error: null, removed: null }
  const { '@message': message = '', '@level': level, diagnostic, hook, type } = parsed
  const error = level === 'error' ? plain(errorOf(diagnostic) ?? message).slice(0, MAX_ERROR) : null
  const removed =
    type === 'apply_complete' && hook?.action === 'delete' && hook.resource
      ? { type: hook.resource.resource_type, name: nameOf(hook.resource) }
      : null
  return { text: isNoise(parsed) ? null : (error ?? (plain(message) || null)), error, removed }
}

interface Line {
  '@level'?: string
  '@message'?: string
  type?: string
  diagnostic?: { summary?: string; detail?: string }
  hook?: { action?: string; resource?: { resource_type: string; resource_name: string; addr: string } }
}

function parse(line: string): Line | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Line
  } catch {
    return undefined
  }
}

/** Values for other fields of a lab are not declared in its module, which is expected. */
const isNoise = ({ type, diagnostic }: Line) =>
  type === 'version' || diagnostic?.summary === 'Value for undeclared variable'

function errorOf(diagnostic: Line['diagnostic']): string | undefined {
  if (!diagnostic?.summary) return undefined
  return diagnostic.detail ? `${diagnostic.summary}: ${diagnostic.detail}` : diagnostic.summary
}

/** `this["a"]` of `module.x.aws_instance.this["a"]`: distinguishes it from other resources of its type. */
const nameOf = ({
  addr,
  resource_type,
  resource_name,
}: {
  addr: string
  resource_type: string
  resource_name: string
}) => addr.slice(addr.lastIndexOf(`${resource_type}.`) + resource_type.length + 1) || resource_name

/** Converts to one line without colours and control characters. */
const plain = (text: string) =>
  stripVTControlCharacters(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
