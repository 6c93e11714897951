import { randomBytes } from 'node:crypto'

/** Crockford's base32, which has no characters that are easily confused when read aloud or typed. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 26

/** 26 characters of five bits each: 130 random bits. Of the 256 values of a byte each letter stands for eight, so none is likelier. */
export const newCode = (): string =>
  withDashes(Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(''))

/**
 * Codes that the typed text may stand for: case, spaces and dashes do not matter, O is read as 0, I and L as 1. The
 * text is also tried without those replacements, for codes made elsewhere with letters that we do not use.
 */
export function codeCandidates(typed: string): string[] {
  const normalized = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const folded = normalized.replace(/O/g, '0').replace(/[IL]/g, '1')
  return [...new Set([withDashes(folded), withDashes(normalized)])]
}

/** Adds dashes after every five characters; a shorter rest stays with the last group. */
const withDashes = (code: string) => code.replace(/(.{5})(?=.{5})/g, '$1-')

/** The last group of a code: as much of it as everybody sees who may see that there is a voucher. */
export const LAST_GROUP = 6

/** Whether the text can be a code or a part of one: letters and digits, and whatever people put between its groups. */
const isOfCode = (typed: string) => /^[\s0-9a-z-]+$/i.test(typed) && /\d|[a-z]/i.test(typed)

/** Without dashes and blanks, as a part of a code may be typed; none where the text can be no part of one. */
export const codePartsOf = (typed: string): string[] =>
  isOfCode(typed) ? codeCandidates(typed).map((code) => code.replaceAll('-', '')) : []

/** The last group of what looks like a whole code: what went before it was not looked at, and decides nothing. */
export function lastGroupOf(typed: string): string | null {
  const [part = ''] = codePartsOf(typed)
  return part.length === LENGTH ? part.slice(-LAST_GROUP) : null
}
