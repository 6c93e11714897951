import type { StageRecord } from '../../db/schema/index.ts'

const HIDDEN = '••••••'
/** A shorter value is a word like any other: hiding it would tell more than it hides. */
const SHORTEST = 6

/** What must not stand in a log, from credentials as they are kept: a value may be a whole key file, whose parts are secret too. */
export const secretsOf = (values: Iterable<string>): string[] =>
  [...new Set([...values].flatMap((value) => [value, ...partsOf(value)]))]
    .filter((value) => value.trim().length >= SHORTEST)
    // The longest first: one may be a part of another.
    .sort((a, b) => b.length - a.length)

/** Learners and support read the same logs, so what is secret in them is never kept. */
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
