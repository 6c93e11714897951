import { randomInt } from 'node:crypto'

/** Crockford's base32, which has no characters that are easily confused when read aloud or typed. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 26

/** 26 characters of five bits each: 130 random bits. */
export const newCode = (): string =>
  withDashes(Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''))

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
