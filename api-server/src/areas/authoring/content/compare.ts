import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

/** Change of one value, with a key like `sections/identity/lessons/how-iam-decides/title`. */
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

/** Flattens an item into values by key. A list of items with slugs becomes the list of slugs plus the values of each item. */
function valuesOf(item: object, prefix = ''): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const [key, value] of Object.entries(item)) {
    const path = prefix + key
    if (value === undefined) continue
    if (!isListOfNamed(value)) {
      found.set(path, value)
      continue
    }
    const slugs = value.map(({ slug }) => slug)
    found.set(path, slugs)
    for (const { slug, ...inner } of value)
      for (const [innerKey, innerValue] of valuesOf(inner, `${path}/${slug}/`)) found.set(innerKey, innerValue)
  }
  return found
}

const isListOfNamed = (value: unknown): value is { slug: string }[] =>
  Array.isArray(value) &&
  value.every((each) => typeof each === 'object' && each !== null && 'slug' in each) &&
  value.length > 0

/** Maximum length of a value in the audit log, in characters. Longer texts are replaced by their length and checksum. */
const MAX_AUDITED = 2000

/** One side of the differences, for the audit log: without secrets, and long texts as length and checksum. */
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
