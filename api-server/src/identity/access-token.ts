import { createSigner, createVerifier, TokenError } from 'fast-jwt'
import type { Secrets } from '../secrets.ts'

export interface AccessClaims {
  userId: string
  sessionId: string
}

/** Lifetime of an access token in seconds. A token also stops working as soon as its session ends, because every call checks the session. */
export const ACCESS_TOKEN_SECONDS = 600

/** Tolerated clock difference between two servers, in seconds. */
const CLOCK_SKEW_SECONDS = 60

const standardClaims = { iss: 'flagyard', aud: 'flagyard-api' }
const header = { alg: 'HS256', typ: 'at+jwt' } as const
/** Encoded header of all our tokens. A token with any other header is rejected before anything in it is parsed. */
const HEADER = Buffer.from(JSON.stringify(header)).toString('base64url')

export function signAccessToken(
  secrets: Pick<Secrets, 'key'>,
  { userId, sessionId }: AccessClaims,
  now: Date,
  seconds = ACCESS_TOKEN_SECONDS,
): string {
  const iat = Math.floor(now.getTime() / 1000)
  return jwtOf(secrets).sign({ ...standardClaims, sub: userId, sid: sessionId, iat, exp: iat + seconds })
}

/** Claims of a token that we signed and that is valid now, or null. Verified tokens are cached. */
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

const jwtCache = new WeakMap<object, ReturnType<typeof makeJwt>>()
function jwtOf(secrets: Pick<Secrets, 'key'>) {
  const jwt = jwtCache.get(secrets) ?? makeJwt(secrets.key('access-token'))
  jwtCache.set(secrets, jwt)
  return jwt
}

/** Expiry is checked with the caller's clock, so the library's own check is disabled. */
const makeJwt = (key: Buffer) => ({
  sign: createSigner({ key, algorithm: header.alg, header }),
  verify: createVerifier({
    key,
    algorithms: [header.alg],
    allowedIss: standardClaims.iss,
    allowedAud: standardClaims.aud,
    requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    ignoreExpiration: true,
    cache: 10_000,
    clockTolerance: Number.MAX_SAFE_INTEGER,
  }),
})
