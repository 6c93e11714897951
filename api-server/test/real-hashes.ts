import { afterAll, beforeAll } from 'vitest'
import { newHashes, OWASP_SETTINGS } from '../src/areas/platform/auth/passwords/hash.ts'

/** For a file whose subject is what a hash takes, or whose accounts sign in to another process: hashes as the product makes them. */
export function useRealHashes() {
  const lowered = { ...newHashes }
  beforeAll(() => void Object.assign(newHashes, OWASP_SETTINGS))
  afterAll(() => void Object.assign(newHashes, lowered))
}
