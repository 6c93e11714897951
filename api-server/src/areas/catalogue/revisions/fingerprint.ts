import { createHash } from 'node:crypto'

/**
 * Number derived from a value, independent of the order of its keys. Used as the version of a content part: editors send the version
 * they saw, and a change that was reverted in the meantime does not count.
 */
export function fingerprint(value: unknown): number {
  const digest = createHash('sha256')
    .update(JSON.stringify(value, inOrder) ?? '')
    .digest()
  return digest.readUIntBE(0, 6)
}

export const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const inOrder = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
