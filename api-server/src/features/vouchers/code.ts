import { randomInt } from 'node:crypto'

/** Crockford's base32: nothing in it can be taken for something else when read aloud or typed. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 26

/** 26 characters of five bits: 130 bits that nobody guesses. */
export const newCode = (): string =>
  grouped(Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''))

/**
 * What a person may have meant: case, spaces and dashes do not count, O is 0, I and L are 1. Codes made elsewhere, with
 * letters that we do not use, are also looked for as they were typed.
 */
export function readingsOf(typed: string): string[] {
  const bare = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const folded = bare.replace(/O/g, '0').replace(/[IL]/g, '1')
  return [...new Set([grouped(folded), grouped(bare)])]
}

/** Groups of five; what is left over stays with the last. */
const grouped = (code: string) => code.replace(/(.{5})(?=.{5})/g, '$1-')
