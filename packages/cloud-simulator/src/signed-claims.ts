import { createHmac, timingSafeEqual } from 'node:crypto'
import { jsonOf } from './resources.ts'
import type { World } from './world.ts'

/** Signature that only this world can create. */
export const signatureOf = ({ seed }: Pick<World, 'seed'>, kind: string, body: string) =>
  createHmac('sha256', seed).update(`${kind} ${body}`).digest('base64url')

/** Compares secrets in constant time, so that the duration does not reveal how many characters match. */
export function isSame(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Signs claims so that only this world can create them. Tokens therefore need no storage. */
export function signClaims(world: Pick<World, 'seed'>, kind: string, claims: object): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${body}.${signatureOf(world, kind, body)}`
}

/** The signed claims; undefined for anything else. */
export function readClaims(
  world: Pick<World, 'seed'>,
  kind: string,
  token: string,
): Record<string, unknown> | undefined {
  const [body = '', given = ''] = token.split('.')
  if (!isSame(signatureOf(world, kind, body), given)) return undefined
  return jsonOf(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown> | undefined
}
