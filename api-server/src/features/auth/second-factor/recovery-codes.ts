import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../../integrations/secrets.ts'

/** Ten codes of 80 bits each, in letters and digits that nobody confuses: `k7q2-m4xd-9hrt-wz3p`. */
export const newRecoveryCodes = () => Array.from({ length: CODES }, newCode)

/** What is kept of a code: keyed, so that the table alone tells nothing, and bound to its account. */
export const hashRecoveryCode = (secrets: Pick<Secrets, 'hmac'>, userId: string, code: string) =>
  secrets.hmac('factor', `recovery:${userId}:${bareCode(code)}`).toString('base64url')

/** A code as somebody typed it, without the spaces, dashes and capitals that do not matter. */
export const bareCode = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, '')

const CODES = 10
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'

function newCode(): string {
  const letters = [...randomBytes(16)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replace(/(.{4})(?!$)/g, '$1-')
}
