import { eq } from 'drizzle-orm'
import { generateSync } from 'otplib/functional'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quickHash, startTestApp, type TestApp } from '../../../../../test/app.ts'
import { createAuthenticator } from '../../../../../test/fixtures/authenticator.ts'
import { factors, outbox, users } from '../../../../db/schema/index.ts'
import { resetFactors } from '../accounts/administrators.ts'

let app: TestApp
let hash: string
let minutes = 0
const clock = { now: () => new Date(Date.now() + minutes * 60_000) }
const current_password = 'the present long one'
const rpId = 'localhost'
const origin = 'http://localhost:3000'
const here = { rpId, origin }

beforeAll(async () => {
  app = await startTestApp({ deps: { clock } })
  hash = quickHash(current_password)
})
// Each test has its own attempts.
beforeEach(() => {
  minutes += 6
})
afterAll(() => app.close())

async function person(username: string, options: Parameters<TestApp['as']>[1] = {}) {
  const api = app.as(username, options)
  await api.getMe()
  const id = await app.idOf(username)
  await app.deps.db.update(users).set({ password_hash: hash }).where(eq(users.id, id))
  return { api, id, username }
}

type Person = Awaited<ReturnType<typeof person>>
type Authenticator = ReturnType<typeof createAuthenticator>

async function addTo({ api }: Pick<Person, 'api'>, device: Authenticator, name = 'Laptop', code?: string) {
  const { challenge } = await api.setUpPasskey({ proofPayload: { current_password, ...(code && { code }) } })
  return api.addPasskey({ newPasskeyPayload: { name, passkey: device.create({ ...here, challenge }) } })
}

async function withPasskey(username: string, options: Parameters<TestApp['as']>[1] = {}) {
  const who = await person(username, options)
  const device = createAuthenticator()
  const { codes } = await addTo(who, device)
  return { ...who, device, codes }
}

const signIn = (username: string, password = current_password) => app.asVisitor.signin({ username, password })
async function secondStep(username: string) {
  const refusal = await signIn(username).catch((error) => error)
  expect(refusal).toMatchObject({ code: 'second_factor_needed', status: 401 })
  return refusal.extra as { challenge: string; methods: string[] }
}
/** The password's challenge, and the passkey's. */
async function asked(username: string) {
  const { challenge: step } = await secondStep(username)
  const request = await app.asVisitor.startSigninPasskey({ signinChallengePayload: { challenge: step } })
  return { step, request, challenge: request.challenge }
}
const finish = (step: string, passkey: ReturnType<Authenticator['get']>) =>
  app.asVisitor.finishSignin({ secondFactorPayload: { challenge: step, passkey } })
const finishByCode = (step: string, code: string) =>
  app.asVisitor.finishSignin({ secondFactorPayload: { challenge: step, code } })
/** A passkey proof, used instead of a code. */
async function prove({ api }: Pick<Person, 'api'>, device: Authenticator) {
  const { challenge } = await api.startPasskeyAuthentication()
  return (
    await api.finishPasskeyAuthentication({ passkeyAnswerPayload: { passkey: device.get({ ...here, challenge }) } })
  ).code
}

const refused = { code: 'invalid', errors: [{ field: 'passkey' }] }
const noCode = { code: 'invalid', errors: [{ field: 'code' }] }
const subjectsTo = async (id: string) =>
  (await app.deps.db.select().from(outbox).where(eq(outbox.user_id, id)))
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
    .map(({ subject }) => subject)

describe('adding a passkey', () => {
  test('needs the password, creates recovery codes for a first factor, and notifies the owner', async () => {
    const mara = await person('mara')
    await expect(mara.api.setUpPasskey({ proofPayload: { current_password: 'wrong' } })).rejects.toMatchObject({
      errors: [{ field: 'current_password' }],
    })
    const asks = await mara.api.setUpPasskey({ proofPayload: { current_password } })
    expect(asks).toMatchObject({ rp: { id: rpId, name: 'Flagyard' }, user: { name: 'mara' }, attestation: 'none' })
    const passkey = createAuthenticator().create({ ...here, challenge: asks.challenge })
    const { codes } = await mara.api.addPasskey({ newPasskeyPayload: { name: 'Laptop', passkey } })
    expect(new Set(codes).size).toBe(10)
    expect(await mara.api.getMySecondFactor()).toMatchObject({
      totp: null,
      passkeys: [{ name: 'Laptop', last_used_at: null }],
      recovery_codes_left: 10,
    })
    expect(await subjectsTo(mara.id)).toEqual(['A second factor was added to your account'])
  })

  test('a second one needs the first, creates no new codes, and cannot be on the same device', async () => {
    const lea = await withPasskey('lea')
    await expect(lea.api.setUpPasskey({ proofPayload: { current_password } })).rejects.toMatchObject(noCode)
    const code = await prove(lea, lea.device)
    const asks = await lea.api.setUpPasskey({ proofPayload: { current_password, code } })
    expect(asks.excludeCredentials).toMatchObject([{ id: lea.device.id }])
    const passkey = createAuthenticator().create({ ...here, challenge: asks.challenge })
    const added = await lea.api.addPasskey({ newPasskeyPayload: { name: 'Phone', passkey } })
    expect(added.codes).toEqual([])
    expect((await lea.api.getMySecondFactor()).passkeys.map(({ name }) => name)).toEqual(['Laptop', 'Phone'])
    expect((await finishByCode((await secondStep('lea')).challenge, lea.codes[0]!)).user.username).toBe('lea')
  })

  test('rejects a passkey of another origin or party, or for another account’s challenge', async () => {
    const nora = await person('nora')
    const olga = await person('olga')
    const ask = async ({ api }: Person) => (await api.setUpPasskey({ proofPayload: { current_password } })).challenge
    const add = async (change: Partial<typeof here>, challenge: string) =>
      nora.api.addPasskey({
        newPasskeyPayload: { name: 'Key', passkey: createAuthenticator().create({ ...here, ...change, challenge }) },
      })
    await expect(add({ origin: 'http://evil.example' }, await ask(nora))).rejects.toMatchObject(refused)
    await expect(add({ rpId: 'evil.example' }, await ask(nora))).rejects.toMatchObject(refused)
    await expect(add({}, await ask(olga))).rejects.toMatchObject(refused)
    const challenge = await ask(nora)
    await add({}, challenge)
    await expect(add({}, challenge), 'the same challenge again').rejects.toMatchObject(refused)
  })

  test('rejects a passkey of another account', async () => {
    const { device } = await withPasskey('pia')
    const rita = await person('rita')
    await expect(addTo(rita, device)).rejects.toMatchObject({ code: 'conflict' })
    expect(await rita.api.getMySecondFactor()).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
  })

  test('an account can have at most ten', async () => {
    const quinn = await withPasskey('quinn')
    const { challenge } = await quinn.api.setUpPasskey({
      proofPayload: { current_password, code: await prove(quinn, quinn.device) },
    })
    const more = Array.from({ length: 9 }, (_, at) => ({
      user_id: quinn.id,
      kind: 'passkey' as const,
      name: `Key ${at}`,
      credential_id: `credential-${at}`,
      public_key: 'none',
      confirmed_at: new Date(),
    }))
    await app.deps.db.insert(factors).values(more)
    const passkey = createAuthenticator().create({ ...here, challenge })
    const tooMany = { code: 'conflict', message: expect.stringContaining('at most 10') }
    await expect(quinn.api.addPasskey({ newPasskeyPayload: { name: 'Eleventh', passkey } })).rejects.toMatchObject(
      tooMany,
    )
  })
})

describe('signing in with a passkey', () => {
  test('is offered as the second step after the password', async () => {
    const { device, api } = await withPasskey('sara')
    expect(await secondStep('sara')).toMatchObject({ methods: ['passkey'] })
    const { step, request, challenge } = await asked('sara')
    expect(request).toMatchObject({ rpId, allowCredentials: [{ id: device.id, transports: ['internal'] }] })
    expect((await finish(step, device.get({ ...here, challenge }))).user.username).toBe('sara')
    expect((await api.getMySecondFactor()).passkeys[0]!.last_used_at).not.toBeNull()
    await expect(
      app.asVisitor.finishSignin({ secondFactorPayload: { challenge: step } }),
      'neither code nor passkey',
    ).rejects.toMatchObject(noCode)
    await expect(finishByCode(step, '000000'), 'a code without an app').rejects.toMatchObject(noCode)
  })

  test('lists passkeys only after the password', async () => {
    for (const challenge of ['x', `${await app.idOf('sara')}.9999999999.x`])
      await expect(app.asVisitor.startSigninPasskey({ signinChallengePayload: { challenge } })).rejects.toMatchObject({
        code: 'challenge_expired',
      })
  })

  test('rejects a response from another origin, to another party, or signed by another key', async () => {
    const { device } = await withPasskey('tina')
    const answer = async (change: Partial<typeof here>, by: Authenticator = device) => {
      const { step, challenge } = await asked('tina')
      return finish(step, by.get({ ...here, ...change, challenge }))
    }
    await expect(answer({ origin: 'http://localhost:3001' })).rejects.toMatchObject(refused)
    await expect(answer({ rpId: 'evil.example' })).rejects.toMatchObject(refused)
    const impostor = createAuthenticator(Buffer.from(device.id, 'base64url'))
    await expect(answer({}, impostor), 'her id with another key').rejects.toMatchObject(refused)
    expect((await answer({})).user.username).toBe('tina')
  })

  test('rejects the passkey of another account, even if that account’s challenge was requested', async () => {
    await withPasskey('ulla')
    const { device: other } = await withPasskey('vera')
    const { step, challenge } = await asked('ulla')
    await expect(finish(step, other.get({ ...here, challenge }))).rejects.toMatchObject(refused)
    const { challenge: forVera } = await asked('vera')
    await expect(finish(step, other.get({ ...here, challenge: forVera }))).rejects.toMatchObject(refused)
  })

  test('a challenge works once, even concurrently, within its minutes, and for its purpose', async () => {
    const wanda = await withPasskey('wanda')
    const { device } = wanda
    const first = await asked('wanda')
    const answer = device.get({ ...here, challenge: first.challenge })
    const both = await Promise.allSettled([finish(first.step, answer), finish(first.step, answer)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const again = device.get({ ...here, challenge: first.challenge })
    await expect(finish(first.step, again), 'signed again with a higher counter').rejects.toMatchObject(refused)
    const made = device.get({ ...here, challenge: 'bm90IG9uZSBvZiBvdXJz' })
    await expect(finish(first.step, made), 'one that we never made').rejects.toMatchObject(refused)

    const { challenge: forChange } = await wanda.api.startPasskeyAuthentication()
    const { step } = await asked('wanda')
    await expect(finish(step, device.get({ ...here, challenge: forChange }))).rejects.toMatchObject(refused)
    const { challenge: forSignIn } = await asked('wanda')
    const elsewhere = { passkeyAnswerPayload: { passkey: device.get({ ...here, challenge: forSignIn }) } }
    await expect(wanda.api.finishPasskeyAuthentication(elsewhere)).rejects.toMatchObject(refused)

    const { challenge: old } = await wanda.api.startPasskeyAuthentication()
    minutes += 5.1
    const late = { passkeyAnswerPayload: { passkey: device.get({ ...here, challenge: old }) } }
    await expect(wanda.api.finishPasskeyAuthentication(late)).rejects.toMatchObject(refused)
  })

  test('rejects a signature counter that does not grow, because the passkey was cloned', async () => {
    const { device } = await withPasskey('xenia')
    const answer = async (counter: number) => {
      const { step, challenge } = await asked('xenia')
      return finish(step, device.get({ ...here, challenge, counter }))
    }
    await answer(4_000_000_000)
    for (const counter of [3_999_999_999, 4_000_000_000, 0])
      await expect(answer(counter), String(counter)).rejects.toMatchObject(refused)
    await answer(4_000_000_001)
    const steps = [await asked('xenia'), await asked('xenia')]
    const twice = steps.map(({ step, challenge }) =>
      finish(step, device.get({ ...here, challenge, counter: 4_000_000_002 })),
    )
    const ends = (await Promise.allSettled(twice)).map(({ status }) => status)
    expect(ends.toSorted(), 'two concurrent uses of one counter').toEqual(['fulfilled', 'rejected'])
  })

  test('an authenticator without a counter can sign in every time', async () => {
    const { device } = await withPasskey('yara')
    for (let time = 0; time < 2; time++) {
      const { step, challenge } = await asked('yara')
      await finish(step, device.get({ ...here, challenge, counter: 0 }))
    }
  })

  test('a forged Host header has no effect, because the party is configured', async () => {
    const { device } = await withPasskey('zoe')
    const { challenge: step } = await secondStep('zoe')
    // The demo rejects the request as such.
    const config = { ...app.deps.config, demo: false }
    const production = await startTestApp({ database: app.database, config, deps: { clock } })
    const response = await production.app.inject({
      method: 'POST',
      url: '/api/v1/auth/second_factor/passkey',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'sec-fetch-site': 'same-origin' },
      payload: { challenge: step },
    })
    await production.app.close()
    expect(response.json()).toMatchObject({ rpId })
    const passkey = device.get({
      rpId: 'evil.example',
      origin: 'http://evil.example',
      challenge: response.json().challenge,
    })
    await expect(finish(step, passkey)).rejects.toMatchObject(refused)
  })
})

describe('step-up with a passkey', () => {
  test('a new address, new recovery codes and factor changes need it in addition to the password; each proof works once', async () => {
    const anna = await withPasskey('anna')
    const email = 'anna@new.example'
    await expect(anna.api.updateMe({ profileUpdatePayload: { email, current_password } })).rejects.toMatchObject(noCode)
    const code = await prove(anna, anna.device)
    const change = { profileUpdatePayload: { email, current_password, code } }
    expect((await anna.api.updateMe(change)).pending_email).toBe(email)
    await expect(anna.api.updateMe(change)).rejects.toMatchObject(noCode)
    for (const call of [anna.api.setUpTotp, anna.api.renewRecoveryCodes])
      await expect(call({ proofPayload: { current_password, code } })).rejects.toMatchObject(noCode)
    const renewed = await anna.api.renewRecoveryCodes({
      proofPayload: { current_password, code: await prove(anna, anna.device) },
    })
    expect(renewed.codes).toHaveLength(10)
  })

  test('the proof of one account works for no other, and not for a sign-in', async () => {
    const bea = await withPasskey('bea')
    const cleo = await withPasskey('cleo')
    const code = await prove(bea, bea.device)
    await expect(cleo.api.renewRecoveryCodes({ proofPayload: { current_password, code } })).rejects.toMatchObject(
      noCode,
    )
    await expect(finishByCode((await secondStep('cleo')).challenge, code)).rejects.toMatchObject(noCode)
  })
})

describe('managing passkeys', () => {
  test('only the owner can rename one', async () => {
    const dora = await withPasskey('dora')
    const [{ id } = { id: '' }] = (await dora.api.getMySecondFactor()).passkeys
    await dora.api.renamePasskey({ id, renamePasskeyPayload: { name: 'Blue key' } })
    expect((await dora.api.getMySecondFactor()).passkeys).toMatchObject([{ name: 'Blue key' }])
    const { api: other } = await person('edda')
    const name = { renamePasskeyPayload: { name: 'Mine' } }
    for (const unknown of [id, crypto.randomUUID(), 'x'])
      await expect(other.renamePasskey({ id: unknown, ...name })).rejects.toMatchObject({ code: 'not_found' })
    await expect(other.removePasskey({ id, proofPayload: { current_password } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('removing one of two keeps the codes; removing the last deletes them, each with a mail', async () => {
    const faye = await withPasskey('faye')
    const { key } = await faye.api.setUpTotp({
      proofPayload: { current_password, code: await prove(faye, faye.device) },
    })
    const codeOf = (ahead = 0) => generateSync({ secret: key, epoch: Math.floor(clock.now().getTime() / 1000) + ahead })
    expect((await faye.api.confirmTotp({ totpCodePayload: { code: codeOf() } })).codes).toEqual([])
    expect(await secondStep('faye')).toMatchObject({ methods: ['passkey', 'totp'] })

    const [{ id } = { id: '' }] = (await faye.api.getMySecondFactor()).passkeys
    await expect(faye.api.removePasskey({ id, proofPayload: { current_password } })).rejects.toMatchObject(noCode)
    await faye.api.removePasskey({ id, proofPayload: { current_password, code: await prove(faye, faye.device) } })
    expect(await faye.api.getMySecondFactor()).toMatchObject({ passkeys: [], recovery_codes_left: 10 })
    expect(await secondStep('faye')).toMatchObject({ methods: ['totp'] })
    await faye.api.removeTotp({ proofPayload: { current_password, code: codeOf(30) } })
    expect(await faye.api.getMySecondFactor()).toMatchObject({ totp: null, recovery_codes_left: 0 })
    expect((await signIn('faye')).user.username).toBe('faye')
    expect(await subjectsTo(faye.id)).toEqual([
      'A second factor was added to your account',
      'A second factor was added to your account',
      'A second factor was removed from your account',
      'Your account no longer has a second factor',
    ])
  })

  test('a recovery code replaces a lost passkey, or the command line removes it', async () => {
    const { codes } = await withPasskey('gaia')
    const { challenge } = await secondStep('gaia')
    expect((await finishByCode(challenge, codes[0]!)).user.username).toBe('gaia')
    await secondStep('gaia')
    expect(await resetFactors(app.deps, 'gaia')).toMatchObject({ factors: 1, codes: 10 })
    expect((await signIn('gaia')).user.username).toBe('gaia')
  })
})

test('a passkey meets the owners’ requirement for administrators', async () => {
  const owner = { roles: ['user', 'admin'], capabilities: ['owner'] } satisfies Parameters<TestApp['as']>[1]
  const boss = await withPasskey('boss', owner)
  const other = await person('other-admin', { roles: ['user', 'admin'], capabilities: ['support'] })
  await boss.api.updateSecuritySettings({ securitySettings: { admin_second_factor: 'required' } })
  await expect(other.api.listUsers({})).rejects.toMatchObject({ code: 'second_factor_required' })
  await addTo(other, createAuthenticator())
  expect((await other.api.listUsers({})).data.length).toBeGreaterThan(0)
  await boss.api.updateSecuritySettings({ securitySettings: { admin_second_factor: 'optional' } })
})
