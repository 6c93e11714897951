import { createHmac, timingSafeEqual } from 'node:crypto'

/** Tamper-proof values for a browser: readable, with a signature. They must not contain `|`. */
export function signValues(key: Buffer, values: readonly (string | number)[]): string {
  const payload = Buffer.from(values.join('|')).toString('base64url')
  return `${payload}.${signatureOf(key, payload)}`
}

/** The signed values; null if they were changed or signed with another key. */
export function readSignedValues(key: Buffer, token: string): string[] | null {
  const [payload = '', signature = ''] = token.split('.')
  const [actual, expected] = [Buffer.from(signature), Buffer.from(signatureOf(key, payload))]
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  return Buffer.from(payload, 'base64url').toString('utf8').split('|')
}

const signatureOf = (key: Buffer, payload: string) => createHmac('sha256', key).update(payload).digest('base64url')
