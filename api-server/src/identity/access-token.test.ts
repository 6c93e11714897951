import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets } from '../secrets.ts'
import { ACCESS_TOKEN_SECONDS, readAccessToken, signAccessToken } from './access-token.ts'

const secrets = createSecrets('a secret key of the tests, long enough')
const now = new Date('2027-03-01T09:00:00Z')
const claims = { userId: 'somebody', sessionId: 'a session' }
const read = (token: string, at = now) => readAccessToken(secrets, token, at)
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

const seconds = now.getTime() / 1000
const header = { alg: 'HS256', typ: 'at+jwt' }
const payload = {
  iss: 'flagyard',
  aud: 'flagyard-api',
  sub: claims.userId,
  sid: claims.sessionId,
  iat: seconds,
  exp: seconds + ACCESS_TOKEN_SECONDS,
}
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (head: object, body: object, key: Buffer | string = secrets.key('access-token'), hash = 'sha256') => {
  const text = `${encode(head)}.${encode(body)}`
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}

test('accepts one of our tokens until it expires', () => {
  const token = signAccessToken(secrets, claims, now)
  expect(token).toBe(signed(header, payload))
  for (const at of [now, later(ACCESS_TOKEN_SECONDS - 1)]) expect(read(token, at)).toEqual(claims)
  for (const at of [later(ACCESS_TOKEN_SECONDS), later(-120)]) expect(read(token, at), String(at)).toBeNull()
})

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = publicKey.export({ format: 'jwk' })
const pem = publicKey.export({ format: 'pem', type: 'spki' })
const ownKey = { alg: 'ES256', typ: 'at+jwt', jwk }
const ownText = `${encode(ownKey)}.${encode(payload)}`

test.each([
  ['of no algorithm', `${encode({ ...header, alg: 'none' })}.${encode(payload)}.`],
  ['of another algorithm with our key', signed({ ...header, alg: 'HS512' }, payload, undefined, 'sha512')],
  ['that brings its own key', `${ownText}.${sign('sha256', Buffer.from(ownText), privateKey).toString('base64url')}`],
  ['that names where its key lies', signed({ ...header, jku: 'https://evil.example/keys' }, payload)],
  ['signed with a public key as if it were a secret', signed(header, payload, String(pem))],
  ['signed for another purpose', signed(header, payload, secrets.key('signing-key'))],
  ['of another type', signed({ ...header, typ: 'JWT' }, payload)],
  ['of another issuer', signed(header, { ...payload, iss: 'somebody else' })],
  ['for another audience', signed(header, { ...payload, aud: 'badges' })],
  ['without an end', signed(header, { ...payload, exp: undefined })],
  ['that is over', signed(header, { ...payload, exp: seconds })],
  ['not valid yet', signed(header, { ...payload, iat: seconds + 3600 })],
])('a token %s is refused', (_what, token) => expect(read(token)).toBeNull())
