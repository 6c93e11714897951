import { literal, matches, type Pattern, wildcards } from '../wildcard.ts'
import type { ContextValues } from './principals.ts'
/** Context for policy variables. Policies of the old version do not support variables. */
export interface Filling {
  context: ContextValues
  variables: boolean
}

const VARIABLE = /\$\{([^{}]*)\}/g

/** Characters that are literal when written as `${*}`. */
const escaped = ['*', '?', '$']

/**
 * A policy value as a pattern: `*` and `?` are wildcards if `wild`, and variables are replaced by their literal values. Null if a variable has no
 * value, so that nothing matches.
 */
export function patternOf(text: string, { context, variables }: Filling, wild = true): Pattern | null {
  const plain = (part: string) => (wild ? wildcards(part) : literal(part))
  if (!variables) return plain(text)
  const parts: Pattern[] = []
  let at = 0
  for (const found of text.matchAll(VARIABLE)) {
    const value = held(found[1] ?? '', context)
    if (value === null) return null
    parts.push(plain(text.slice(at, found.index)), literal(value))
    at = found.index + found[0].length
  }
  return [...parts, plain(text.slice(at))].flat()
}

/** Resolves `aws:username`, or `aws:username, 'nobody'` with a default value. */
function held(variable: string, context: ContextValues): string | null {
  if (escaped.includes(variable)) return variable
  const comma = variable.indexOf(',')
  const name = (comma < 0 ? variable : variable.slice(0, comma)).trim()
  const values = context.get(name.toLowerCase())
  if (values?.length === 1) return values[0] ?? null
  const otherwise = comma < 0 ? '' : variable.slice(comma + 1).trim()
  return otherwise.length >= 2 && otherwise.startsWith("'") && otherwise.endsWith("'") ? otherwise.slice(1, -1) : null
}

/** The six parts of an ARN. The last one may contain colons. */
function partsOf(arn: string): string[] {
  const parts = arn.split(':')
  return [...parts.slice(0, 5), ...(parts.length > 5 ? [parts.slice(5).join(':')] : [])]
}

/** Compares part by part, so that a wildcard does not match across a colon, except in the last part. */
export function matchesArn(pattern: string, arn: string, filling: Filling): boolean {
  const wanted = partsOf(maskVariables(pattern)).map(unmaskVariables)
  const given = partsOf(arn)
  if (wanted.length !== 6 || given.length !== 6) return false
  return wanted.every((part, at) => matchesText(part, given[at] ?? '', filling))
}

/** Matches a `Resource` element: `*`, an ARN, or the beginning of one, which AWS completes with `*`. */
export function matchesResource(pattern: string, resource: string, filling: Filling): boolean {
  if (pattern === '*') return true
  if (!pattern.startsWith('arn:')) return false
  const missing = 6 - partsOf(maskVariables(pattern)).length
  return matchesArn(pattern + ':*'.repeat(Math.max(0, missing)), resource, filling)
}

const matchesText = (text: string, given: string, filling: Filling) => {
  const pattern = patternOf(text, filling)
  return pattern !== null && matches(pattern, given)
}

/** Masks the colons in variables such as `${aws:username}`, which do not separate parts. */
const MASK = '\u0001'
const maskVariables = (text: string) => text.replace(/\$\{[^{}]*\}/g, (variable) => variable.replaceAll(':', MASK))
const unmaskVariables = (text: string) => text.replaceAll(MASK, ':')
