import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type AccessClaims, readAccessToken } from '../identity/access-token.ts'

/** Claims of the request's bearer token. Null without a token, or with an invalid or expired one. The session may have ended since. */
export function readClaims(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  { headers }: FastifyRequest,
): AccessClaims | null {
  const [scheme, token] = (headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) return null
  return readAccessToken(secrets, token, clock.now())
}
