import { matches } from '../wildcard.ts'
import { type Filling, patternOf } from './variables.ts'

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
