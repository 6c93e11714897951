import { desc, eq } from 'drizzle-orm'
import { generateSync } from 'otplib/functional'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quickHash, startTestApp, type TestApp } from '../../../../../test/app.ts'
import { factors, outbox, recoveryCodes, users } from '../../../../db/schema/index.ts'
import { findCaller } from '../../../../identity/queries.ts'
import { resetFactors } from '../accounts/administrators.ts'
import { findAccount } from '../queries.ts'
import { startSession } from '../sign-in/sign-in.ts'

let app: TestApp
let hash: string
let minutes = 0
const clock = { now: () => new Date(Date.now() + minutes * 60_000) }
const current_password = 'the present long one'

beforeAll(async () => {
  app = await startTestApp({ deps: { clock } })
  hash = quickHash(current_password)
})
// Each test has its own codes and attempts.
beforeEach(() => {
  minutes += 6
})
afterAll(() => app.close())

const codeOf = (key: string, ahead = 0) =>
  generateSync({ secret: key, epoch: Math.floor(clock.now().getTime() / 1000) + ahead })

async function person(username: string, options: Parameters<TestApp['as']>[1] = {}) {
  const api = app.as(username, options)
  await api.getMe()
  const id = await app.idOf(username)
  await app.deps.db.update(users).set({ password_hash: hash }).where(eq(users.id, id))
  return { api, id, username }
}

/** Enables the app for this account. The next valid code is that of the following step. */
async function withTotp(username: string, options: Parameters<TestApp['as']>[1] = {}) {
  const { api, id } = await person(username, options)
  const { key } = await api.setUpTotp({ proofPayload: { current_password } })
  const { codes } = await api.confirmTotp({ totpCodePayload: { code: codeOf(key) } })
  return { api, id, key, codes, username }
}

const signIn = (username: string, password = current_password) => app.asVisitor.signin({ username, password })
async function challengeOf(username: string): Promise<string> {
  const error = await signIn(username).catch((refusal) => refusal)
  expect(error).toMatchObject({ code: 'second_factor_needed', status: 401 })
  return error.extra.challenge
}
const finish = (challenge: string, code: string) =>
  app.asVisitor.finishSignin({ secondFactorPayload: { challenge, code } })
const wrong = { code: 'invalid', errors: [{ field: 'code' }] }
/** By the database clock, because two mails may be written within a millisecond. */
async function newestMail(id: string) {
  const mails = app.deps.db.select().from(outbox).where(eq(outbox.user_id, id))
  return (await mails.orderBy(desc(outbox.created_at)).limit(1))[0]?.subject
}

describe('setting up an authenticator app', () => {
  test('needs the password, shows the key as text and picture, and applies once a code is confirmed', async () => {
    const { api, id } = await person('mara')
    await expect(api.setUpTotp({ proofPayload: { current_password: 'wrong' } })).rejects.toMatchObject({
      errors: [{ field: 'current_password' }],
    })
    const made = await api.setUpTotp({ proofPayload: { current_password } })
    expect(made.uri).toContain(`secret=${made.key}`)
    expect(made.qr).toMatch(/^data:image\/svg\+xml;base64,/)
    expect((await signIn('mara')).user.username).toBe('mara')

    await expect(api.confirmTotp({ totpCodePayload: { code: '000000' } })).rejects.toMatchObject(wrong)
    const elsewhere = await startSession(app.deps, await findAccount(app.deps.db, { id }), {
      address: '192.0.2.1',
      userAgent: 'elsewhere',
    })
    const { codes } = await api.confirmTotp({ totpCodePayload: { code: codeOf(made.key) } })
    expect(new Set(codes).size).toBe(10)
    const sessionId = elsewhere.refreshToken.split('.')[0]!
    expect(await findCaller(app.deps.db, { userId: id, sessionId })).toBeNull()
    expect(await api.getMySecondFactor()).toMatchObject({
      recovery_codes_left: 10,
      totp: { since: expect.any(String) },
    })
    expect(await newestMail(id)).toBe('A second factor was added to your account')
    await expect(api.setUpTotp({ proofPayload: { current_password } })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('stores neither the key nor the recovery codes in plain text', async () => {
    const { id, key, codes } = await withTotp('lea')
    const rows = JSON.stringify([
      await app.deps.db.select().from(factors).where(eq(factors.user_id, id)),
      await app.deps.db.select().from(recoveryCodes).where(eq(recoveryCodes.user_id, id)),
    ])
    for (const secret of [key, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(rows).not.toContain(secret)
  })
})

describe('signing in with a second factor', () => {
  test('the password alone is not enough; with the code it signs in', async () => {
    const { key } = await withTotp('nora')
    await expect(signIn('nora', 'a wrong one')).rejects.toMatchObject({ code: 'wrong_credentials' })
    const challenge = await challengeOf('nora')
    await expect(finish(challenge, '12345')).rejects.toMatchObject(wrong)
    expect((await finish(challenge, codeOf(key, 30))).user.username).toBe('nora')
  })

  test('an account that is being deleted offers the undo only after the code', async () => {
    const { id, key } = await withTotp('nele')
    const soon = new Date(Date.now() + 86_400_000)
    await app.deps.db.update(users).set({ deletion_due_at: soon }).where(eq(users.id, id))
    const challenge = await challengeOf('nele')
    await expect(finish(challenge, codeOf(key, 30))).rejects.toMatchObject({
      code: 'deletion_pending',
      extra: { token: expect.any(String) },
    })
  })

  test('a time step works once, even concurrently, and no older one works after it', async () => {
    const { key } = await withTotp('olga')
    const challenge = await challengeOf('olga')
    await expect(finish(challenge, codeOf(key))).rejects.toMatchObject(wrong)
    const next = codeOf(key, 30)
    const both = await Promise.allSettled([finish(challenge, next), finish(challenge, next)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(finish(challenge, next)).rejects.toMatchObject(wrong)
    await expect(finish(challenge, codeOf(key))).rejects.toMatchObject(wrong)
  })

  test('a recovery code replaces a lost app, once, in any spelling, and its owner is notified', async () => {
    const { id, api, codes } = await withTotp('pia')
    const challenge = await challengeOf('pia')
    expect((await finish(challenge, codes[3]!.toUpperCase().replaceAll('-', ' '))).user.username).toBe('pia')
    await expect(finish(challenge, codes[3]!)).rejects.toMatchObject(wrong)
    expect(await api.getMySecondFactor()).toMatchObject({ recovery_codes_left: 9 })
    expect(await newestMail(id)).toBe('One of your recovery codes was used')
  })

  test('rejects a recovery code of another account', async () => {
    await withTotp('rita')
    const { codes } = await withTotp('sara')
    await expect(finish(await challengeOf('rita'), codes[0]!)).rejects.toMatchObject(wrong)
  })

  test('a challenge expires after five minutes, with a new password, and when it is altered', async () => {
    const { api, key } = await withTotp('tina')
    const early = await challengeOf('tina')
    minutes += 5.1
    const late = { code: 'challenge_expired' }
    await expect(finish(early, codeOf(key))).rejects.toMatchObject(late)
    const challenge = await challengeOf('tina')
    const [id, until, mark] = challenge.split('.')
    const other = await app.idOf('nora')
    for (const forged of [`${other}.${until}.${mark}`, `${id}.${Number(until) + 9}.${mark}`, `${id}.${until}.`, 'x'])
      await expect(finish(forged, codeOf(key)), forged).rejects.toMatchObject(late)
    await api.updateMe({ profileUpdatePayload: { new_password: 'another long phrase', current_password } })
    await expect(finish(challenge, codeOf(key))).rejects.toMatchObject(late)
  })

  test('attempts are limited per account, and rejected above the limit even if correct', async () => {
    const { key } = await withTotp('ulla')
    minutes += 6
    const challenge = await challengeOf('ulla')
    for (let one = 0; one < 6; one++) await expect(finish(challenge, '000000')).rejects.toMatchObject(wrong)
    await expect(finish(challenge, codeOf(key))).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('a disabled account cannot go beyond the password', async () => {
    const { id, key } = await withTotp('vera')
    const challenge = await challengeOf('vera')
    await app.deps.db.update(users).set({ disabled_at: new Date() }).where(eq(users.id, id))
    await expect(finish(challenge, codeOf(key, 30))).rejects.toMatchObject({ code: 'challenge_expired' })
  })
})

describe('step-up with a second factor', () => {
  test('removing it and new recovery codes need the password and a code', async () => {
    const { api, id, key, codes } = await withTotp('wanda')
    for (const call of [api.removeTotp, api.renewRecoveryCodes]) {
      await expect(call({ proofPayload: { current_password } })).rejects.toMatchObject(wrong)
      await expect(call({ proofPayload: { current_password: 'wrong', code: codeOf(key, 30) } })).rejects.toMatchObject({
        errors: [{ field: 'current_password' }],
      })
    }
    const renewed = await api.renewRecoveryCodes({ proofPayload: { current_password, code: codeOf(key, 30) } })
    await expect(finish(await challengeOf('wanda'), codes[0]!)).rejects.toMatchObject(wrong)
    await api.removeTotp({ proofPayload: { current_password, code: renewed.codes[0]! } })
    expect((await signIn('wanda')).user.username).toBe('wanda')
    expect(await newestMail(id)).toBe('Your account no longer has a second factor')
  })

  test('a new e-mail address needs a code in addition to the password', async () => {
    const { api, key } = await withTotp('xenia')
    const email = 'xenia@new.example'
    await expect(api.updateMe({ profileUpdatePayload: { email, current_password } })).rejects.toMatchObject(wrong)
    const asked = await api.updateMe({ profileUpdatePayload: { email, current_password, code: codeOf(key, 30) } })
    expect(asked.pending_email).toBe(email)
  })
})

test('a lost factor without recovery codes is removed on the command line, and the password signs in', async () => {
  await withTotp('yara')
  await challengeOf('yara')
  await resetFactors(app.deps, 'yara')
  expect((await signIn('yara')).user.username).toBe('yara')
})

describe('administrators', () => {
  const owner = { roles: ['user', 'admin'], capabilities: ['owner'] } satisfies Parameters<TestApp['as']>[1]
  const needed = { code: 'second_factor_required', status: 403 }
  const require = (who: TestApp['asAdmin'], admin_second_factor: 'required' | 'optional') =>
    who.updateSecuritySettings({ securitySettings: { admin_second_factor } })

  test('once an owner requires a factor, administrators without one reach only their profile', async () => {
    const boss = await withTotp('boss', owner)
    const { api: other } = await person('other-admin', { roles: ['user', 'admin'], capabilities: ['support'] })
    await app.as('a-learner').getMe()
    expect((await other.listUsers({})).data.length).toBeGreaterThan(0)
    expect(await require(boss.api, 'required')).toEqual({ admin_second_factor: 'required' })

    for (const call of [() => other.listUsers({}), () => other.listMyCourses(), () => other.getSecuritySettings()])
      await expect(call()).rejects.toMatchObject(needed)
    expect((await other.getMe()).username).toBe('other-admin')
    expect((await other.listMySessions()).length).toBe(1)
    expect(await other.getMySecondFactor()).toMatchObject({ required: true })
    expect(await app.as('a-learner').listMyCourses()).toEqual([])
    expect((await boss.api.listUsers({})).data.length).toBeGreaterThan(0)

    const { key } = await other.setUpTotp({ proofPayload: { current_password } })
    await expect(other.listUsers({})).rejects.toMatchObject(needed)
    await other.confirmTotp({ totpCodePayload: { code: codeOf(key) } })
    expect((await other.listUsers({})).data.length).toBeGreaterThan(0)
    await require(boss.api, 'optional')
  })

  test('only owners with a factor can require one', async () => {
    const { api } = await person('bare-owner', owner)
    await expect(require(api, 'required')).rejects.toMatchObject({ code: 'conflict' })
    const { api: support } = await person('support', { roles: ['user', 'admin'], capabilities: ['support'] })
    await expect(require(support, 'optional')).rejects.toMatchObject({ code: 'forbidden' })
  })
})
