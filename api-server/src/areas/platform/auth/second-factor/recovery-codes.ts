import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../../../secrets.ts'

/** Ten codes of 80 bits each, in letters and digits that are hard to confuse: `k7q2-m4xd-9hrt-wz3p`. */
export const newRecoveryCodes = () => Array.from({ length: CODE_COUNT }, newCode)

/** Stored form of a code: an HMAC bound to the account, so that the table on its own reveals nothing. */
export const hashRecoveryCode = (secrets: Pick<Secrets, 'hmac'>, userId: string, code: string) =>
  secrets.hmac('factor', `recovery:${userId}:${normalizeCode(code)}`).toString('base64url')

/** Removes spaces and dashes from a typed code and lowercases it. */
export const normalizeCode = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, '')

const CODE_COUNT = 10
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'

function newCode(): string {
  const letters = [...randomBytes(16)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replace(/(.{4})(?!$)/g, '$1-')
}
