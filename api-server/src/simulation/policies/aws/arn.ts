import { matches } from '../wildcard.ts'
import { type Filling, patternOf } from './variables.ts'

/** An ARN's six parts; colons in the last belong to it. */
function partsOf(arn: string): string[] {
  const parts = arn.split(':')
  return [...parts.slice(0, 5), ...(parts.length > 5 ? [parts.slice(5).join(':')] : [])]
}

/** Part by part, so that a wildcard never reaches over a colon, but for the last. */
export function matchesArn(pattern: string, arn: string, filling: Filling): boolean {
  const wanted = partsOf(maskVariables(pattern)).map(unmaskVariables)
  const given = partsOf(arn)
  if (wanted.length !== 6 || given.length !== 6) return false
  return wanted.every((part, at) => matchesText(part, given[at] ?? '', filling))
}

/** The element `Resource`: `*`, an ARN, or the beginning of one, which AWS completes with `*`. */
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

/** Colons within `${aws:username}` part nothing. */
const MASK = '\u0001'
const maskVariables = (text: string) => text.replace(/\$\{[^{}]*\}/g, (variable) => variable.replaceAll(':', MASK))
const unmaskVariables = (text: string) => text.replaceAll(MASK, ':')
