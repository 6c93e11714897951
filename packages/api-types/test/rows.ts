import { bodyName, type Operation } from '../src/contract/operation.ts'
import { operations as literal } from '../src/index.ts'

/** The rows without their literal types, for tests that walk over all of them. */
export const operations: Record<string, Operation> = literal
export { bodyName }
