import { argon2Sync } from 'node:crypto'

export interface Derivation {
  message: Uint8Array
  nonce: Uint8Array
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}

/** Runs on a thread of its own, which may block. */
export default (derivation: Derivation): Uint8Array => argon2Sync('argon2id', derivation)
