import { argon2Sync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { newHashes, OWASP_SETTINGS } from '../src/areas/platform/auth/passwords/hash.ts'

const lowered = { memory: 8, passes: 1, parallelism: 1 }
// A hash with the real settings takes 40 ms of processor time, and a run of the tests asks for hundreds. `hash.test.ts` tests the real ones.
Object.assign(newHashes, lowered)

/** For a file whose subject is what a hash takes, or whose accounts sign in to another process: hashes as the product makes them. */
export function useRealHashes() {
  beforeAll(() => void Object.assign(newHashes, OWASP_SETTINGS))
  afterAll(() => void Object.assign(newHashes, lowered))
}

/** A hash of a password as the server reads it, with the least work that Argon2id allows: verifying it takes no time. */
export function cheapHash(password: string): string {
  const nonce = randomBytes(16)
  const settings = { memory: 8, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: password, nonce, ...settings, tagLength: 32 })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${settings.memory},t=${settings.passes},p=${settings.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}
