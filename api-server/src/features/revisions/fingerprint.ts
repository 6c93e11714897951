import { createHash } from 'node:crypto'

/**
 * A number that is the same for the same value, whatever the order of its keys. It is the version of a part of content: whoever saves says
 * what they saw, and what was changed and changed back meanwhile is what they saw.
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
