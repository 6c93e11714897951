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
