import { argon2Sync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { newHashes, OWASP_SETTINGS } from '../src/areas/platform/auth/passwords/hash.ts'

const lowered = { memory: 8, passes: 1, parallelism: 1 }
// A real hash takes 40 ms of CPU time, and a test run needs hundreds. `hash.test.ts` covers the real settings.
Object.assign(newHashes, lowered)

/** Restores the production settings, for tests of the hash itself and for accounts that sign in to another process. */
export function useRealHashes() {
  beforeAll(() => void Object.assign(newHashes, OWASP_SETTINGS))
  afterAll(() => void Object.assign(newHashes, lowered))
}

/** Password hash with the lowest cost that Argon2id allows, so that verifying it is fast. */
export function cheapHash(password: string): string {
  const nonce = randomBytes(16)
  const settings = { memory: 8, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: password, nonce, ...settings, tagLength: 32 })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${settings.memory},t=${settings.passes},p=${settings.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}
