import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../secrets.ts'
import type { Manifest } from './archive.ts'

/** Identifies SECRET_KEY without revealing it. */
export const fingerprintOf = (secrets: Secrets): string =>
  secrets.hmac('backup-fingerprint', 'SECRET_KEY').toString('hex').slice(0, 16)

const sealOf = (secrets: Secrets, { seal: _, ...sealed }: Manifest) =>
  secrets.hmac('backup-seal', JSON.stringify(sealed))

export const withSeal = (secrets: Secrets, manifest: Omit<Manifest, 'seal'>): Manifest => ({
  ...manifest,
  seal: sealOf(secrets, { ...manifest, seal: '' }).toString('hex'),
})

/** Whether the manifest was written with this SECRET_KEY and not changed. */
export function isSealed(secrets: Secrets, manifest: Manifest): boolean {
  const given = Buffer.from(String(manifest.seal), 'hex')
  const expected = sealOf(secrets, manifest)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
