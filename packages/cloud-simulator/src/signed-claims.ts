import { createHmac, timingSafeEqual } from 'node:crypto'
import { jsonOf } from './resources.ts'
import type { World } from './world.ts'

const sealOf = ({ seed }: Pick<World, 'seed'>, kind: string, body: string) =>
  createHmac('sha256', seed).update(`${kind} ${body}`).digest('base64url')

/** Signs claims so that only this world can create them. Tokens therefore need no storage. */
export function signClaims(world: Pick<World, 'seed'>, kind: string, claims: object): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${body}.${sealOf(world, kind, body)}`
}

/** The sealed claims; undefined for anything else. */
export function readClaims(
  world: Pick<World, 'seed'>,
  kind: string,
  token: string,
): Record<string, unknown> | undefined {
  const [body = '', given = ''] = token.split('.')
  const [right, shown] = [Buffer.from(sealOf(world, kind, body)), Buffer.from(given)]
  if (right.length !== shown.length || !timingSafeEqual(right, shown)) return undefined
  return jsonOf(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown> | undefined
}
