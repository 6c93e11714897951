import { newHashes } from '../src/areas/platform/auth/passwords/hash.ts'

// A hash with the real settings takes 40 ms of processor time, and a run of the tests asks for hundreds. `hash.test.ts` tests the real ones.
Object.assign(newHashes, { memory: 8, passes: 1, parallelism: 1 })
