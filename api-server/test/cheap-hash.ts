import { argon2Sync, randomBytes } from 'node:crypto'

/** A hash of a password as the server reads it, with the least work that Argon2id allows: verifying it takes no time. */
export function cheapHash(password: string): string {
  const nonce = randomBytes(16)
  const settings = { memory: 8, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: password, nonce, ...settings, tagLength: 32 })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${settings.memory},t=${settings.passes},p=${settings.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}
