import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

/** What became of one value: `sections/identity/lessons/how-iam-decides/title`, and what it was and is. */
export interface Difference {
  key: string
  before: unknown
  after: unknown
}

export function differencesOf(before: object | undefined, after: object | undefined): Difference[] {
  const [old, now] = [valuesOf(before ?? {}), valuesOf(after ?? {})]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((key) => !isDeepStrictEqual(old.get(key), now.get(key)))
    .map((key) => ({ key, before: old.get(key), after: now.get(key) }))
}

/** Every value under its own key. A list of things with slugs is the list of their slugs, and each thing by itself. */
function valuesOf(item: object, prefix = ''): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const [key, value] of Object.entries(item)) {
    const path = prefix + key
    if (value === undefined) continue
    if (!isListOfNamed(value)) {
      found.set(path, value)
      continue
    }
    found.set(
      path,
      value.map(({ slug }) => slug),
    )
    for (const { slug, ...inner } of value)
      for (const [innerKey, innerValue] of valuesOf(inner, `${path}/${slug}/`)) found.set(innerKey, innerValue)
  }
  return found
}

const isListOfNamed = (value: unknown): value is { slug: string }[] =>
  Array.isArray(value) &&
  value.every((each) => typeof each === 'object' && each !== null && 'slug' in each) &&
  value.length > 0

/** Texts of the audit are shortened beyond this many characters; the whole ones stand in the content itself. */
const MAX_AUDITED = 2000

/** One side of the differences for the audit: never a secret, and of a long text its length and checksum. */
export function audited(differences: Difference[], side: 'before' | 'after'): Record<string, unknown> {
  return Object.fromEntries(
    differences.flatMap(({ key, [side]: value }) => {
      if (value === undefined) return []
      if (key.endsWith('/secret')) return [[key, '(secret)']]
      if (typeof value !== 'string' || value.length <= MAX_AUDITED) return [[key, value]]
      return [[key, { characters: value.length, sha256: createHash('sha256').update(value).digest('hex') }]]
    }),
  )
}
