import { randomBytes } from 'node:crypto'
import type { CurrentUser } from '../../../identity/current-user.ts'

/** Crockford's base32, which has no characters that are easily confused when read aloud or typed. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 26

/** 26 characters of five random bits each: 130 bits. 256 is a multiple of 32, so the modulo introduces no bias. */
export const newCode = (): string =>
  withDashes(Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(''))

/**
 * Codes that the typed text may mean: case, spaces and dashes do not matter, O is read as 0, I and L as 1. The text is also tried
 * without those replacements, for codes created elsewhere with letters that we do not use.
 */
export function codeCandidates(typed: string): string[] {
  const normalized = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const folded = normalized.replace(/O/g, '0').replace(/[IL]/g, '1')
  return [...new Set([withDashes(folded), withDashes(normalized)])]
}

/** Adds dashes after every five characters; a shorter rest stays with the last group. */
const withDashes = (code: string) => code.replace(/(.{5})(?=.{5})/g, '$1-')

/** Number of characters in the last group of a code. All administrators who can see vouchers see this group. */
export const LAST_GROUP = 6

/** Whether the text can be a code or part of one: letters and digits, and separators between groups. */
const isOfCode = (typed: string) => /^[\s0-9a-z-]+$/i.test(typed) && /\d|[a-z]/i.test(typed)

/** Search terms for codes: the typed text without dashes and blanks. Empty if it cannot be part of a code. */
export const codePartsOf = (typed: string): string[] =>
  isOfCode(typed) ? codeCandidates(typed).map((code) => code.replaceAll('-', '')) : []

/** Last group of a text that looks like a whole code, or null. The other groups are ignored, so that they do not affect the result. */
export function lastGroupOf(typed: string): string | null {
  const [part = ''] = codePartsOf(typed)
  return part.length === LENGTH ? part.slice(-LAST_GROUP) : null
}

type Caller = Pick<CurrentUser, 'capabilities' | 'impersonated_by'>

/** Code as shown to administrators. Codes are worth money, so without `finance` only the last group is shown. */
export const codeForAdmin = (code: string, { capabilities }: Caller) =>
  seesCodes({ capabilities }) ? code : maskCode(code)

/** Code as shown to its owner or recipient. An administrator viewing as them sees only the last group. */
export const codeForOwner = (code: string, { impersonated_by }: Caller) => (impersonated_by ? maskCode(code) : code)

/** Whether a search may match whole codes. Callers who see only the last group can search only by that group. */
export const seesCodes = ({ capabilities }: Pick<Caller, 'capabilities'>) => capabilities.includes('finance')

/** Masks all but the last group of a code. */
export const maskCode = (code: string) => code.replace(/[^-](?=.*-)/g, '•')
