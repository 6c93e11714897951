import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { createAuthenticator } from '../../../../../test/fixtures/authenticator.ts'
import { audit, users } from '../../../../db/schema/index.ts'
import { hashPassword } from '../passwords/hash.ts'

let app: TestApp
let hash: string
let minutes = 0
const clock = { now: () => new Date(Date.now() + minutes * 60_000) }
const current_password = 'the present long one'
const here = { rpId: 'localhost', origin: 'http://localhost:3000' }
const refused = { status: 422, code: 'invalid', errors: [{ field: 'passkey' }] }

beforeAll(async () => {
  app = await startTestApp({ deps: { clock } })
  hash = await hashPassword(current_password)
})
// Each test has its own attempts.
beforeEach(() => {
  minutes += 6
})
afterAll(() => app.close())

/** An account with a passkey on this device. */
async function withPasskey(username: string) {
  const api = app.as(username)
  await api.getMe()
  const id = await app.idOf(username)
  await app.deps.db.update(users).set({ password_hash: hash }).where(eq(users.id, id))
  const device = createAuthenticator()
  const { challenge } = await api.setUpPasskey({ proofPayload: { current_password } })
  await api.addPasskey({ newPasskeyPayload: { name: 'Laptop', passkey: device.create({ ...here, challenge }) } })
  return { id, device }
}
const begin = async () => (await app.asVisitor.startPasskeySignin()).challenge
const finish = (passkey: ReturnType<ReturnType<typeof createAuthenticator>['get']>) =>
  app.asVisitor.finishPasskeySignin({ passkeyAnswerPayload: { passkey } })

test('a passkey that verified its owner signs in without a name or password, with an audit entry', async () => {
  const { device } = await withPasskey('mara')
  const asked = await app.asVisitor.startPasskeySignin()
  expect(asked, 'the same for everyone').toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [],
  })
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/v1/auth/passkey/signin',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { passkey: device.get({ ...here, challenge: asked.challenge }) },
  })
  expect(response.json()).toMatchObject({ token_type: 'bearer', user: { username: 'mara', is_active: true } })
  const cookie = response.cookies.find(({ name }) => name === 'flagyard-session')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  const refresh = await app.app.inject({
    method: 'POST',
    url: '/api/v1/auth/refresh',
    headers: { 'sec-fetch-site': 'same-origin', cookie: `flagyard-session=${cookie?.value}` },
  })
  expect(refresh.json()).toMatchObject({ user: { username: 'mara' } })
  expect(await app.deps.db.select().from(audit).where(eq(audit.action, 'auth.passkey_sign_in'))).toMatchObject([
    { actor: 'mara', subject_id: 'mara', after: { passkey: 'Laptop' }, address: '127.0.0.1' },
  ])
})

test('a key that only asked for a touch does not; it remains a second factor', async () => {
  const { device } = await withPasskey('lea')
  await expect(finish(device.get({ ...here, challenge: await begin(), verified: false }))).rejects.toMatchObject(
    refused,
  )
})

test('a sign-in challenge works once, even concurrently, within its minutes, and for its purpose', async () => {
  const { device } = await withPasskey('nora')
  const challenge = await begin()
  const twice = await Promise.allSettled([1, 2].map((counter) => finish(device.get({ ...here, challenge, counter }))))
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(finish(device.get({ ...here, challenge, counter: 9 }))).rejects.toMatchObject(refused)

  const late = await begin()
  minutes += 6
  await expect(finish(device.get({ ...here, challenge: late, counter: 10 }))).rejects.toMatchObject(refused)

  const forged = Buffer.from(await begin(), 'base64url')
  forged.writeUIntBE(Date.now() * 2, 16, 6)
  const challenges = [forged.toString('base64url'), Buffer.alloc(54).toString('base64url'), 'AAAA']
  for (const one of challenges)
    await expect(finish(device.get({ ...here, challenge: one })), one).rejects.toMatchObject(refused)

  const refusal = await app.asVisitor.signin({ username: 'nora', password: current_password }).catch((error) => error)
  const step = String(refusal.extra.challenge)
  const { challenge: second } = await app.asVisitor.startSigninPasskey({ signinChallengePayload: { challenge: step } })
  await expect(
    finish(device.get({ ...here, challenge: second, counter: 20 })),
    'a second step’s',
  ).rejects.toMatchObject(refused)
  const passkey = device.get({ ...here, challenge: await begin(), counter: 21 })
  await expect(
    app.asVisitor.finishSignin({ secondFactorPayload: { challenge: step, passkey } }),
    'and the other way round',
  ).rejects.toMatchObject(refused)
})

test('an unknown passkey, or one of another site, gets the same error as any other', async () => {
  const { device } = await withPasskey('pia')
  const stranger = createAuthenticator()
  const answers = [
    stranger.get({ ...here, challenge: await begin() }),
    { ...stranger.get({ ...here, challenge: await begin() }), id: device.id },
    device.get({ ...here, origin: 'http://evil.example', challenge: await begin() }),
    device.get({ ...here, rpId: 'evil.example', challenge: await begin() }),
  ]
  const refusals = []
  for (const answer of answers)
    refusals.push(
      await finish(answer).catch(({ status, code, message, errors }) =>
        JSON.stringify({ status, code, message, errors }),
      ),
    )
  expect(new Set(refusals).size).toBe(1)
  expect(refusals[0]).toContain('"field":"passkey"')
})

test('a disabled account gets no session, and one that is being deleted gets the undo', async () => {
  const rita = await withPasskey('rita')
  await app.deps.db.update(users).set({ disabled_at: new Date() }).where(eq(users.id, rita.id))
  await expect(finish(rita.device.get({ ...here, challenge: await begin() }))).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('disabled'),
  })
  const sina = await withPasskey('sina')
  const deletion_due_at = new Date(clock.now().getTime() + 86_400_000)
  await app.deps.db.update(users).set({ deletion_due_at }).where(eq(users.id, sina.id))
  const refusal = await finish(sina.device.get({ ...here, challenge: await begin() })).catch((error) => error)
  expect(refusal).toMatchObject({ code: 'deletion_pending' })
  await app.asVisitor.undoDeletion({ undoDeletionPayload: { token: String(refusal.extra.token) } })
  expect((await finish(sina.device.get({ ...here, challenge: await begin() }))).user.username).toBe('sina')
})

test('rejects other sites', async () => {
  for (const url of ['/api/v1/auth/passkey', '/api/v1/auth/passkey/signin']) {
    const payload = { passkey: { id: 'a', clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' } }
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' }
    expect((await app.app.inject({ method: 'POST', url, headers, payload })).statusCode, url).toBe(403)
  }
})
