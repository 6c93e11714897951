import { createSigner, createVerifier, TokenError } from 'fast-jwt'
import type { Secrets } from '../integrations/secrets.ts'

export interface AccessClaims {
  userId: string
  /** The session that it belongs to. */
  sessionId: string
}

/** How long an access token is valid; a session that ends takes its tokens with it at once, since every call asks the session too. */
export const ACCESS_TOKEN_SECONDS = 600

/** How far the clocks of two servers may be apart. */
const CLOCK_SKEW_SECONDS = 60

const issued = { iss: 'flagyard', aud: 'flagyard-api' }
const header = { alg: 'HS256', typ: 'at+jwt' } as const
/** The first part of every token of ours: one with any other header is refused before anything in it is looked at. */
const HEADER = Buffer.from(JSON.stringify(header)).toString('base64url')

export function signAccessToken(
  secrets: Pick<Secrets, 'key'>,
  { userId, sessionId }: AccessClaims,
  now: Date,
  seconds = ACCESS_TOKEN_SECONDS,
): string {
  const iat = Math.floor(now.getTime() / 1000)
  return jwtOf(secrets).sign({ ...issued, sub: userId, sid: sessionId, iat, exp: iat + seconds })
}

/** The claims of a token that is ours and valid at this moment, or null. Tokens seen before are remembered. */
export function readAccessToken(secrets: Pick<Secrets, 'key'>, token: string, now: Date): AccessClaims | null {
  if (token.length > 1000 || !token.startsWith(`${HEADER}.`)) return null
  const payload = verified(secrets, token)
  const seconds = now.getTime() / 1000
  if (!payload || !(payload.iat - CLOCK_SKEW_SECONDS <= seconds && seconds < payload.exp)) return null
  return { userId: payload.sub, sessionId: payload.sid }
}

interface Payload {
  sub: string
  sid: string
  iat: number
  exp: number
}

function verified(secrets: Pick<Secrets, 'key'>, token: string): Payload | null {
  try {
    return jwtOf(secrets).verify(token) as Payload
  } catch (error) {
    if (error instanceof TokenError) return null
    throw error
  }
}

const known = new WeakMap<object, ReturnType<typeof makeJwt>>()
function jwtOf(secrets: Pick<Secrets, 'key'>) {
  const jwt = known.get(secrets) ?? makeJwt(secrets.key('access-token'))
  known.set(secrets, jwt)
  return jwt
}

/** The times are judged by the caller's clock, so the library leaves them alone. */
const makeJwt = (key: Buffer) => ({
  sign: createSigner({ key, algorithm: header.alg, header }),
  verify: createVerifier({
    key,
    algorithms: [header.alg],
    allowedIss: issued.iss,
    allowedAud: issued.aud,
    requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    ignoreExpiration: true,
    cache: 10_000,
    clockTolerance: Number.MAX_SAFE_INTEGER,
  }),
})
