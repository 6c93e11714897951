import { createHash } from 'node:crypto'

/** Deterministic pseudo-random numbers: the sequence only depends on the name. */
export interface Random {
  /** From `low` to `high`, both inclusive. */
  whole(low: number, high: number): number
  between(low: number, high: number): number
  chance(share: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
}

export function createRandom(name: string): Random {
  let state = createHash('sha256').update(`flagyard demo ${name}`).digest().readUInt32LE(0)
  // mulberry32: small, fast and good enough for stories.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    whole,
    between: (low, high) => low + next() * (high - low),
    chance: (share) => next() < share,
    pick: (list) => list[whole(0, list.length - 1)] ?? list[0],
  }
}

/** Deterministic uuid for a name, so that rows can refer to each other before they are written. */
export function idOf(name: string): string {
  const hex = createHash('sha256').update(`flagyard demo ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A voucher code in the format of the vouchers feature: 26 letters of Crockford's base32 in groups. */
export function codeOf(name: string): string {
  const bytes = createHash('sha256').update(`flagyard demo code ${name}`).digest()
  const letters = [...bytes.subarray(0, 26)].map((byte) => ALPHABET[byte % 32]).join('')
  return letters.replace(/(.{5})(?=.{5})/g, '$1-')
}

export function hexOf(name: string, length: number): string {
  return createHash('sha256').update(`flagyard demo hex ${name}`).digest('hex').slice(0, length)
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const DAY = 24 * 60 * MINUTE

export function after(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() + milliseconds)
}
