import { stripVTControlCharacters } from 'node:util'
import type { ResourceName } from '../driver.ts'

/** One line of what Terraform prints with `-json`, or a line in words. */
export interface Message {
  /** For the log of a stage; null where it says nothing to a reader. */
  text: string | null
  /** What went wrong, if that is what it says. */
  error: string | null
  /** What it has removed, if that is what it says. */
  removed: ResourceName | null
}

/** Characters of an error that are kept. */
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

/** A lab has values that its module does not take: those of other fields, and that is no news. */
const isNoise = ({ type, diagnostic }: Line) =>
  type === 'version' || diagnostic?.summary === 'Value for undeclared variable'

function errorOf(diagnostic: Line['diagnostic']): string | undefined {
  if (!diagnostic?.summary) return undefined
  return diagnostic.detail ? `${diagnostic.summary}: ${diagnostic.detail}` : diagnostic.summary
}

/** `this["a"]` of `module.x.aws_instance.this["a"]`: what tells it from others of its type. */
const nameOf = ({
  addr,
  resource_type,
  resource_name,
}: {
  addr: string
  resource_type: string
  resource_name: string
}) => addr.slice(addr.lastIndexOf(`${resource_type}.`) + resource_type.length + 1) || resource_name

/** Without the colours and control characters of a terminal, on one line. */
const plain = (text: string) =>
  stripVTControlCharacters(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
