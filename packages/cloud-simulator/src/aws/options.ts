import { readFile } from '../files.ts'
import type { Session } from '../session.ts'
import { AwsUsageError } from './error.ts'
/** Options of one call, by name without dashes. */
export interface Options {
  values: Map<string, string[]>
  rest: string[]
}

/** Declared options: `name` takes a value, `name!` is required, `name*` takes several values, `name?` takes none. */
export function optionNames(known: string): Map<string, '' | '!' | '*' | '?' | '!*'> {
  const names = known
    .split(' ')
    .filter(Boolean)
    .map((one) => /^([\w-]+?)(!\*|[!*?]?)$/.exec(one))
  return new Map(names.flatMap((found) => (found?.[1] ? [[found[1], (found[2] ?? '') as '!']] : [])))
}

export const GLOBAL_OPTIONS =
  'output query profile region no-cli-pager? no-paginate? max-items page-size color no-sign-request? debug? endpoint-url cli-binary-format no-verify-ssl? no-cli-auto-prompt?'

/** Parses options like the AWS program: `--name value`, `--name=value`, and lists up to the next option. */
export function readOptions(session: Session, command: string, args: string[], known: string): Options {
  const kinds = optionNames(`${known} ${GLOBAL_OPTIONS}`)
  const options: Options = { values: new Map(), rest: [] }
  for (let at = 0; at < args.length; at++) {
    const [, name, inline] = /^--([\w-]+)(?:=([\s\S]*))?$/.exec(args[at] ?? '') ?? []
    if (!name) {
      options.rest.push(args[at] ?? '')
      continue
    }
    const kind = kinds.get(name)
    if (kind === undefined) {
      session.missing.add(`${command} --${name}`)
      throw new AwsUsageError(`\naws: error: Unknown options: --${name} (it is not in this simulation)`)
    }
    const values = inline === undefined ? [] : [inline]
    if (kind !== '?' && inline === undefined)
      while (
        at + 1 < args.length &&
        !/^--[a-z]/.test(args[at + 1] ?? '') &&
        (kind.includes('*') || values.length === 0)
      )
        values.push(args[++at] ?? '')
    if (kind !== '?' && values.length === 0)
      throw new AwsUsageError(`\naws: error: argument --${name}: expected one argument`)
    options.values.set(
      name,
      values.map((value) => fileOr(session, name, value)),
    )
  }
  const lacking = [...kinds]
    .filter(([name, kind]) => kind.startsWith('!') && !options.values.has(name))
    .map(([name]) => `--${name}`)
  if (lacking.length > 0)
    throw new AwsUsageError(`\naws: error: the following arguments are required: ${lacking.join(', ')}`)
  return options
}

/** Replaces `file://name` with the contents of the file. */
function fileOr(session: Session, name: string, value: string): string {
  const path = /^fileb?:\/\/(.+)$/s.exec(value)?.[1]
  if (!path) return value
  try {
    return readFile(session, path)
  } catch {
    throw new AwsUsageError(
      `\nError parsing parameter '--${name}': Unable to load paramfile ${value}: [Errno 2] No such file or directory: '${path}'`,
    )
  }
}

/** Parses `Key=a,Other=b` or JSON, the two formats for structures. */
export function shorthand(text: string): Record<string, unknown> {
  if (/^\s*[[{]/.test(text)) {
    try {
      const parsed: unknown = JSON.parse(text)
      return (Array.isArray(parsed) ? parsed[0] : parsed) as Record<string, unknown>
    } catch {
      throw new AwsUsageError('\nError parsing parameter: Invalid JSON received.')
    }
  }
  const found: Record<string, unknown> = {}
  let last = ''
  for (const part of text.split(',')) {
    const [, key, value] = /^(\w[\w:]*)=([\s\S]*)$/.exec(part) ?? []
    if (key) {
      last = key
      found[key] = value ?? ''
    } else if (last) found[last] = [found[last], part].flat()
  }
  return found
}
