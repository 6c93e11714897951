import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { readAccessToken } from '../identity/access-token.ts'
import type { CurrentUser } from '../identity/current-user.ts'
import { findCaller } from '../identity/queries.ts'

/** The account of the request's bearer token; null without a token or with an invalid or expired one. */
export async function authenticate(
  { db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  request: FastifyRequest,
): Promise<CurrentUser | null> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) return null
  const claims = readAccessToken(secrets, token, clock.now())
  return claims ? findCaller(db, claims) : null
}
