import type { StageRecord } from '../../db/schema/index.ts'

const HIDDEN = '••••••'
/** Minimum length of a value redacted from logs. Shorter ones are ordinary words, and redacting them would reveal more than it hides. */
const SHORTEST = 6

/** Values to redact from logs, from stored credentials. A value may be a whole key file, whose parts are secret too. */
export const secretsOf = (values: Iterable<string>): string[] =>
  [...new Set([...values].flatMap((value) => [value, ...partsOf(value)]))]
    .filter((value) => value.trim().length >= SHORTEST)
    // Longest first, because one may be part of another.
    .sort((a, b) => b.length - a.length)

/** Removes secrets from a log. Learners and support read the same logs, so secrets in them are never stored. */
export const redact = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text)

export const redactStages = (stages: StageRecord[], secrets: readonly string[]): StageRecord[] =>
  stages.map((stage) => ({ ...stage, log: stage.log.map((line) => redact(line, secrets)) }))

function partsOf(value: string): string[] {
  if (!value.trimStart().startsWith('{')) return value.includes('\n') ? value.split('\n') : []
  try {
    const file: unknown = JSON.parse(value)
    return Object.entries(file as object).flatMap(([name, part]) =>
      typeof part === 'string' && /key|secret|password|token/i.test(name) ? [part, ...part.split('\n')] : [],
    )
  } catch {
    return []
  }
}
