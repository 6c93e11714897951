import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../integrations/secrets.ts'

export interface AccessClaims {
  /** Account and session (refresh family). */
  userId: string
  sessionId: string
}

/** How long an access token holds; a session that ends takes its tokens with it at once, since every call asks the session too. */
export const ACCESS_TOKEN_SECONDS = 600

const ISSUER = 'flagyard'
const AUDIENCE = 'flagyard-api'
const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'at+jwt' })).toString('base64url')

/** Signs a token of one fixed form (requirement 35): nothing in a token's header is ever believed. */
export function signAccessToken(
  secrets: Pick<Secrets, 'key'>,
  { userId, sessionId }: AccessClaims,
  now: Date,
  seconds = ACCESS_TOKEN_SECONDS,
): string {
  const iat = Math.floor(now.getTime() / 1000)
  const claims = { iss: ISSUER, aud: AUDIENCE, sub: userId, sid: sessionId, iat, exp: iat + seconds }
  const payload = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${payload}.${signature(secrets, payload)}`
}

/**
 * Verifies a token and gives its claims, or null. Synchronous, because a promise an answer costs more than the check;
 * tokens seen before are remembered until they expire.
 */
export function readAccessToken(secrets: Pick<Secrets, 'key'>, token: string, now: Date): AccessClaims | null {
  const seconds = now.getTime() / 1000
  const known = seen.get(token)
  if (known) return known.from - 60 <= seconds && seconds < known.until ? known.claims : null
  const verified = token.length <= 1000 ? verify(secrets, token) : null
  if (!verified) return null
  if (seen.size >= 10_000) seen.clear()
  seen.set(token, verified)
  return verified.from - 60 <= seconds && seconds < verified.until ? verified.claims : null
}

interface Verified {
  claims: AccessClaims
  from: number
  until: number
}
const seen = new Map<string, Verified>()

function verify(secrets: Pick<Secrets, 'key'>, token: string): Verified | null {
  const [header, payload, given, ...rest] = token.split('.')
  if (header !== HEADER || !payload || !given || rest.length > 0) return null
  const expected = Buffer.from(signature(secrets, `${header}.${payload}`))
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  if (claims.iss !== ISSUER || claims.aud !== AUDIENCE) return null
  return { claims: { userId: claims.sub, sessionId: claims.sid }, from: claims.iat, until: claims.exp }
}

const signature = (secrets: Pick<Secrets, 'key'>, payload: string) =>
  createHmac('sha256', secrets.key('access-token')).update(payload).digest('base64url')
