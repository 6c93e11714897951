import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickHash, startTestApp, type TestApp } from '../../../../../test/app.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../../test/database.ts'
import { createManualQueue, type ManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import {
  audit,
  factorRemovals,
  factors,
  outbox,
  rateLimits,
  recoveryCodes,
  users,
} from '../../../../db/schema/index.ts'
import { findCaller } from '../../../../identity/queries.ts'
import { findAccount } from '../queries.ts'
import { startSession } from '../sign-in/sign-in.ts'

let app: TestApp
let queue: ManualQueue
let hash: string
const current_password = 'the present long one'
const reason = 'Showed a passport in a call'

const open = async (database?: Awaited<ReturnType<typeof openTestPostgres>>) => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ ...(database && { database }), deps: { queue } })
  hash = quickHash(current_password)
  await app.asAdmin.getMe()
  const admin = await app.idOf('administrator-of-tests')
  await app.deps.db.update(users).set({ password_hash: hash }).where(eq(users.id, admin))
}

let number = 0
async function withFactor(options: Parameters<TestApp['as']>[1] = {}) {
  const username = `owner-${++number}`
  await app.as(username, options).getMe()
  const id = await app.idOf(username)
  const { db } = app.deps
  const passkey = {
    user_id: id,
    kind: 'passkey' as const,
    name: 'Old phone',
    credential_id: username,
    public_key: 'none',
  }
  await db.insert(factors).values({ ...passkey, confirmed_at: new Date() })
  await db.insert(recoveryCodes).values({ user_id: id, code_hash: 'a' })
  const account = await findAccount(db, { id })
  return { username, id, account }
}
/** Each test stays below the limits of the others. */
async function ask(username: string, api = app.asAdmin) {
  await app.deps.db.delete(rateLimits)
  return api.askFactorRemoval({ username, factorRemovalPayload: { current_password, reason } })
}
const passDay = (id: string, time = '25 hours') =>
  app.deps.db
    .update(factorRemovals)
    .set({ due_at: sql`${factorRemovals.due_at} - ${time}::interval` })
    .where(eq(factorRemovals.user_id, id))
const countOf = (id: string) => app.deps.db.$count(factors, eq(factors.user_id, id))
const mailsOf = async (id: string) =>
  (await app.deps.db.select().from(outbox).where(eq(outbox.user_id, id))).toSorted(
    (a, b) => a.created_at.getTime() - b.created_at.getTime(),
  )
const tokenFor = async (id: string) => /#token=([\w-]+)/.exec((await mailsOf(id)).at(-1)?.text ?? '')?.[1] ?? ''
const stateOf = async (id: string) =>
  (await app.deps.db.select().from(factorRemovals).where(eq(factorRemovals.user_id, id))).map(({ state }) => state)

describe('removal of a lost second factor by support', () => {
  beforeAll(() => open())
  afterAll(() => app.close())

  test('deletes factors, codes and sessions after a day and not before, with mails and audit entries', async () => {
    const { username, id, account } = await withFactor()
    expect(await app.asAdmin.getUserSecondFactor({ username })).toMatchObject({
      factors: [{ kind: 'passkey', name: 'Old phone' }],
      recovery_codes_left: 1,
      removal: null,
      allowed: ['remove'],
    })
    const shown = await ask(username)
    expect(shown).toMatchObject({ removal: { asked_by: 'administrator-of-tests', reason }, allowed: ['cancel'] })
    expect(Date.parse(shown.removal!.due_at) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    expect(JSON.stringify(shown)).not.toMatch(/public_key|secret|credential/)
    await queue.run('auth.remove_factors')
    await passDay(id, '23 hours')
    await queue.run('auth.remove_factors')
    expect(await countOf(id)).toBe(1)
    const { session, refreshToken } = await startSession(
      app.deps,
      account,
      { address: '192.0.2.1', userAgent: 'x' },
      'verified',
    )
    expect(session.user.id).toBe(id)
    await passDay(id, '61 minutes')
    await queue.run('auth.remove_factors')
    await queue.run('auth.remove_factors')
    expect(await countOf(id)).toBe(0)
    expect(await app.deps.db.$count(recoveryCodes, eq(recoveryCodes.user_id, id))).toBe(0)
    expect(await findCaller(app.deps.db, { userId: id, sessionId: refreshToken.split('.')[0]! })).toBeNull()
    expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual(['factor_removal_soon', 'factors_removed'])
    const entries = await app.deps.db.select().from(audit).where(eq(audit.subject_id, username))
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['auth.ask_factor_removal', 'users.reset_factors']),
    )
    await startSession(app.deps, await findAccount(app.deps.db, { id }), { address: '192.0.2.1', userAgent: 'x' })
  })

  test('needs the administrator’s own password and a reason, and can be requested once', async () => {
    const { username } = await withFactor()
    await expect(
      app.asAdmin.askFactorRemoval({ username, factorRemovalPayload: { current_password: 'not mine at all', reason } }),
    ).rejects.toMatchObject({ errors: [{ field: 'current_password' }] })
    await expect(
      app.asAdmin.askFactorRemoval({ username, factorRemovalPayload: { current_password, reason: '' } }),
    ).rejects.toMatchObject({ errors: [{ field: 'reason' }] })
    await ask(username)
    await expect(ask(username)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('can be stopped by its owner with the mailed link, once, and support cannot speed it up', async () => {
    const { username, id } = await withFactor()
    await ask(username)
    const token = await tokenFor(id)
    await app.asVisitor.stopFactorRemoval({ emailTokenPayload: { token } })
    expect(await stateOf(id)).toEqual(['stopped'])
    await expect(app.asVisitor.stopFactorRemoval({ emailTokenPayload: { token } })).rejects.toMatchObject({
      code: 'token_unusable',
    })
    await passDay(id)
    await queue.run('auth.remove_factors')
    expect(await countOf(id)).toBe(1)
    expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual(['factor_removal_soon', 'factor_removal_off'])
  })

  test('is shown to the owner, who can stop it when signed in; support can cancel it', async () => {
    const { username, id } = await withFactor()
    await ask(username)
    expect((await app.as(username).getMySecondFactor()).removal_at).toEqual(expect.any(String))
    await app.as(username).stopMyFactorRemoval()
    expect((await app.as(username).getMySecondFactor()).removal_at).toBeUndefined()
    await ask(username)
    await app.asAdmin.cancelFactorRemoval({ username })
    await expect(app.asAdmin.cancelFactorRemoval({ username })).rejects.toMatchObject({ code: 'conflict' })
    expect((await stateOf(id)).toSorted()).toEqual(['cancelled', 'stopped'])
  })

  test('of an administrator’s factors needs an owner, and always the capability', async () => {
    const boss = await withFactor({ roles: ['user', 'admin'] })
    const support = app.as('support-alone', { roles: ['user', 'admin'], capabilities: ['support'] })
    await support.getMe()
    await app.deps.db.update(users).set({ password_hash: hash }).where(eq(users.username, 'support-alone'))
    expect((await support.getUserSecondFactor({ username: boss.username })).allowed).toEqual([])
    await expect(ask(boss.username, support)).rejects.toMatchObject({ code: 'forbidden' })
    const finance = app.as('finance-alone', { roles: ['user', 'admin'], capabilities: ['finance'] })
    await expect(ask(boss.username, finance)).rejects.toMatchObject({ code: 'forbidden' })
    await ask(boss.username)
    await expect(support.cancelFactorRemoval({ username: boss.username })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('is cancelled if the account was disabled or the requester lost the right', async () => {
    const disabled = await withFactor()
    await ask(disabled.username)
    await app.deps.db.update(users).set({ disabled_at: new Date() }).where(eq(users.id, disabled.id))
    await expect(ask(disabled.username)).rejects.toMatchObject({ code: 'conflict' })
    const other = await withFactor()
    const demoted = app.as('soon-demoted', { roles: ['user', 'admin'], capabilities: ['support'] })
    await demoted.getMe()
    await app.deps.db.update(users).set({ password_hash: hash }).where(eq(users.username, 'soon-demoted'))
    await ask(other.username, demoted)
    await app.deps.db.update(users).set({ capabilities: [] }).where(eq(users.username, 'soon-demoted'))
    for (const { id } of [disabled, other]) await passDay(id)
    await queue.run('auth.remove_factors')
    for (const { id } of [disabled, other]) {
      expect(await countOf(id)).toBe(1)
      expect(await stateOf(id)).toEqual(['cancelled'])
    }
  })

  test('is refused without factors', async () => {
    await app.as('bare').getMe()
    await expect(ask('bare')).rejects.toMatchObject({ code: 'conflict' })
    expect((await app.asAdmin.getUserSecondFactor({ username: 'bare' })).allowed).toEqual([])
  })
})

describeOnPostgres('stopping a due removal', () => {
  beforeAll(async () => open(await openTestPostgres()))
  afterAll(() => app.close())

  test('ends with the factor present exactly if it was stopped', async () => {
    for (let round = 0; round < 10; round++) {
      const { username, id } = await withFactor()
      await ask(username)
      const token = await tokenFor(id)
      await passDay(id)
      const [stopped] = await Promise.allSettled([
        app.asVisitor.stopFactorRemoval({ emailTokenPayload: { token } }),
        queue.run('auth.remove_factors'),
      ])
      const isStopped = stopped.status === 'fulfilled'
      expect(await stateOf(id), `round ${round}`).toEqual([isStopped ? 'stopped' : 'done'])
      expect(await countOf(id), `round ${round}`).toBe(isStopped ? 1 : 0)
    }
  })

  test('two administrators request one removal concurrently', async () => {
    const { username, id } = await withFactor()
    const asked = await Promise.allSettled([ask(username), ask(username)])
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await app.deps.db.$count(outbox, and(eq(outbox.user_id, id), eq(outbox.kind, 'factor_removal_soon')))).toBe(
      1,
    )
  })
})
