import { desc, eq, sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { injecting, startTestApp, type TestApp } from '../../../../test/app.ts'
import { current_password, openPeopleBench } from '../../../../test/data/personal-data-fixture.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import type { ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { atOnce } from '../../../../test/races/lock-barrier.ts'
import * as schema from '../../../db/schema/index.ts'
import { personalData as parts } from '../../../registry/personal-data.ts'
import { retention } from '../../../registry/retention.ts'
import { findAccountRow } from '../../platform/auth/queries.ts'
import { cancelDeletion } from './deletion.ts'
import { eraseAccount } from './erasure.ts'
import { fileOf } from './exports.ts'

let bench: Awaited<ReturnType<typeof openPeopleBench>>
let app: TestApp
let queue: ManualQueue
const owner = { roles: ['user' as const, 'admin' as const], capabilities: ['owner', 'support'] }
const support = { roles: ['user' as const, 'admin' as const], capabilities: ['support'] }

beforeAll(async () => {
  bench = await openPeopleBench()
  ;({ app, queue } = bench)
})
afterAll(() => app.close())
beforeEach(() => {
  queue.waiting.length = 0
})

const db = () => app.deps.db

const person: typeof bench.person = (username, options) => bench.person(username, options)
type Someone = Awaited<ReturnType<typeof person>>

const fill = (one: Someone) => bench.fill(one)
const mailsTo = async (to: string) => (await app.asVisitor.readDemoOutbox()).filter((mail) => mail.to === to)
const tokenOf = (text = '') => /#token=([\w-]+)/.exec(text)?.[1] ?? 'none'
const newestToken = async (to: string) => tokenOf((await mailsTo(to))[0]?.text)
const signIn = (username: string) => app.asVisitor.signin({ username, password: current_password })
const ask = (one: Someone, more: object = {}) =>
  one.api.requestMyDeletion({ deletionPayload: { confirm: one.username, current_password, ...more } })
const undo = (token: string) => app.asVisitor.undoDeletion({ undoDeletionPayload: { token } })
const row = async (one: Someone) => (await findAccountRow(db(), one.id))!

test('anyone can read the retention periods, shortest first', async () => {
  const rules = await app.asVisitor.listRetention()
  expect(rules).toHaveLength(retention.length)
  const days = rules.flatMap((rule) => rule.days ?? [])
  expect(days).toEqual(days.toSorted((a, b) => a - b))
  expect(rules.findIndex((rule) => rule.days === null)).toBe(days.length)
  expect(rules.at(-1)?.since).toBe('forever')
})

describe('a data archive', () => {
  const read = async (answer: Response) => unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const mailed = (one: Someone, token: string) => one.api.downloadMailedExport({ mailedExportPayload: { token } })

  test('contains a file of every feature and the certificates, all of the caller and without secrets', async () => {
    const [ida, jon] = [await person('ida-export'), await person('jon-other')]
    await fill(ida)
    await fill(jon)
    const asked = await ida.api.requestMyExport()
    expect(asked).toMatchObject({ state: 'making', ready_until: null })
    await queue.work()
    const [ready] = await ida.api.listMyExports()
    expect(ready).toMatchObject({ id: asked.id, state: 'ready' })
    const answer = await ida.api.downloadMyExport({ id: asked.id })
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.zip"')
    const files = await read(answer)
    const exported = parts.filter(({ collect }) => collect)
    expect(Object.keys(files).sort()).toEqual(
      [
        'README.txt',
        ...exported.map(({ name }) => `${name}.json`),
        `certificates/certificate-certificate-of-${ida.id}.pdf`,
      ].sort(),
    )
    const json = exported.map(({ name }) => strFromU8(files[`${name}.json`]!)).join('\n')
    for (const part of exported) {
      const data = JSON.parse(strFromU8(files[`${part.name}.json`]!)) as Record<string, unknown>
      for (const [key, value] of Object.entries(data))
        if (Array.isArray(value) && part.name !== 'account')
          expect(value.length, `${part.name}.${key}`).toBeGreaterThan(0)
    }
    expect(json).toContain('a note of ida-export')
    expect(json).toContain(ida.email)
    for (const others of ['jon-other', jon.id, 'friend', 'administrator-of-tests']) expect(json).not.toContain(others)
    for (const secret of ['FLAG{', 'sealed', 'hash', 'argon2', 'a-secret-output', 'token-for', 'BOUGHT-', 'GIVEN-'])
      expect(json, secret).not.toContain(secret)
    expect(strFromU8(files[`certificates/certificate-certificate-of-${ida.id}.pdf`]!.slice(0, 5))).toBe('%PDF-')
  })

  test('opens by its mailed link for its own account only, repeatedly until it expires', async () => {
    const [kai, lea] = [await person('kai-export'), await person('lea-other')]
    const { id } = await kai.api.requestMyExport()
    await queue.work()
    const token = await newestToken(kai.email)
    expect(Object.keys(await read(await mailed(kai, token)))).toContain('account.json')
    expect(Object.keys(await read(await mailed(kai, token)))).toContain('account.json')
    for (const call of [
      () => mailed(lea, token),
      () => lea.api.downloadMyExport({ id }),
      () => mailed(kai, 'another-token'),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 })
    await expect(app.asVisitor.downloadMailedExport({ mailedExportPayload: { token } })).rejects.toMatchObject({
      status: 401,
    })
    await db().update(schema.mailTokens).set({ expires_at: sql`now()` }).where(eq(schema.mailTokens.user_id, kai.id))
    await expect(mailed(kai, token)).rejects.toMatchObject({ status: 404 })
  })

  test('is created one at a time and three times a day, and a replayed job does nothing', async () => {
    const mo = await person('mo-export')
    const { id } = await mo.api.requestMyExport()
    await expect(mo.api.requestMyExport()).rejects.toMatchObject({ status: 409 })
    await queue.run('privacy.export', { id })
    await queue.run('privacy.export', { id })
    expect((await mailsTo(mo.email)).map(({ subject }) => subject)).toEqual(['Your data is ready to download'])
    for (let more = 0; more < 2; more++) {
      await mo.api.requestMyExport()
      await queue.work()
    }
    await expect(mo.api.requestMyExport()).rejects.toMatchObject({ status: 429 })
  })

  test('is deleted with its file after a week; one that no job finished can be requested again', async () => {
    const pat = await person('pat-export')
    const { id } = await pat.api.requestMyExport()
    await queue.work()
    expect(await app.deps.files.size(fileOf(id))).toBeGreaterThan(100)
    const past = (of: string, change: object) =>
      db().update(schema.privacyRequests).set(change).where(eq(schema.privacyRequests.id, of))
    await past(id, { due_at: sql`now()`, finished_at: sql`now() - interval '7 days 1 minute'` })
    await expect(pat.api.downloadMyExport({ id })).rejects.toMatchObject({ status: 404 })
    expect(await pat.api.listMyExports()).toEqual([])
    await queue.run('privacy.prune')
    expect(await app.deps.files.size(fileOf(id))).toBeNull()

    const stuck = await pat.api.requestMyExport()
    await past(stuck.id, { created_at: sql`now() - interval '7 hours'` })
    await queue.run('privacy.sweep')
    expect(await pat.api.listMyExports()).toMatchObject([{ state: 'failed' }])
    expect((await pat.api.requestMyExport()).state).toBe('making')
  })

  test('leaves no file if its account is closed meanwhile', async () => {
    const quin = await person('quin-export')
    const { id } = await quin.api.requestMyExport()
    await ask(quin)
    await queue.run('privacy.export', { id })
    expect(await app.deps.files.size(fileOf(id))).toBeNull()
  })
})

describe('deleting an account', () => {
  test('is previewed with the data that is erased and retained, and any reason against it', async () => {
    const ruth = await person('ruth')
    await fill(ruth)
    const preview = await ruth.api.previewMyDeletion()
    expect(preview).toMatchObject({ username: 'ruth', refused: null, certificates: 1, unused_vouchers: 1 })
    expect(preview.erased.join(' ')).toContain('notes')
    expect(preview.kept.join(' ')).toContain('tax law')
    const days = (Date.parse(preview.due_at) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(14, 2)
  })

  test('needs the password and the typed username', async () => {
    const sol = await person('sol')
    for (const [more, field] of [
      [{ current_password: undefined }, 'current_password'],
      [{ current_password: 'not the phrase' }, 'current_password'],
      [{ confirm: 'somebody' }, 'confirm'],
    ] as const)
      await expect(ask(sol, more)).rejects.toMatchObject({ status: 422, errors: [{ field }] })
    expect((await row(sol)).deletion_due_at).toBeNull()
    expect((await sol.api.getMe()).username).toBe('sol')
  })

  test('closes the account immediately; signing in only offers the undo', async () => {
    const tom = await person('tom')
    const session = await app.app.inject({
      method: 'POST',
      url: '/api/v1/auth/signin',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: 'tom', password: current_password }).toString(),
    })
    const cookie = String(session.headers['set-cookie']).split(';')[0]!
    await ask(tom)
    await expect(tom.api.getMe()).rejects.toMatchObject({ status: 401 })
    const refreshed = await app.app.inject({
      method: 'POST',
      url: '/api/v1/auth/refresh',
      headers: { 'sec-fetch-site': 'same-origin', cookie },
    })
    expect(refreshed.statusCode).toBe(204)
    await app.asVisitor.forgotPassword({ forgotPasswordPayload: { email: tom.email } })
    expect((await mailsTo(tom.email)).map(({ subject }) => subject)).toEqual(['Your Flagyard account will be deleted'])
    expect((await app.asAdmin.getUser({ username: 'tom' })).state).toBe('deleting')
    expect((await app.asAdmin.listUsers({ filter: '{"state":"deleting","q":"tom"}' })).total).toBe(1)
    const refused = await signIn('tom').catch((error) => error)
    expect(refused).toMatchObject({ code: 'deletion_pending', status: 403 })
    expect(refused.extra.due_at).toMatch(/Z$/)
    await expect(app.asVisitor.signin({ username: 'tom', password: 'wrong' })).rejects.toMatchObject({
      code: 'wrong_credentials',
    })
    await undo(refused.extra.token)
    expect((await signIn('tom')).user.is_active).toBe(true)
  })

  test('rejects every call, even with a session row that still exists', async () => {
    const uli = await person('uli')
    await db()
      .update(schema.users)
      .set({ deletion_due_at: new Date(Date.now() + 1e6) })
      .where(eq(schema.users.id, uli.id))
    await expect(uli.api.getMe()).rejects.toMatchObject({ status: 401 })
  })

  test('is undone once by the mailed link, which voids the other undo links', async () => {
    const vera = await person('vera')
    await fill(vera)
    const before = await row(vera)
    await ask(vera)
    const token = await newestToken(vera.email)
    const other = (await signIn('vera').catch((error) => error)).extra.token
    expect((await undo(token)).message).toContain('vera')
    expect(await row(vera)).toEqual({ ...before, version: before.version + 2 })
    for (const used of [token, other]) await expect(undo(used)).rejects.toMatchObject({ code: 'token_unusable' })
    expect((await mailsTo(vera.email))[0]?.subject).toBe('Your Flagyard account will not be deleted')
    expect((await signIn('vera')).user.username).toBe('vera')
    const [request] = await db()
      .select()
      .from(schema.privacyRequests)
      .where(eq(schema.privacyRequests.user_id, vera.id))
    expect(request?.state).toBe('undone')
  })

  test('cannot be undone after the period, even before the sweep runs', async () => {
    const walt = await person('walt')
    await ask(walt)
    const token = await newestToken(walt.email)
    await db().update(schema.users).set({ deletion_due_at: sql`now()` }).where(eq(schema.users.id, walt.id))
    await expect(undo(token)).rejects.toMatchObject({ code: 'token_unusable' })
    expect((await row(walt)).deletion_due_at).not.toBeNull()
  })

  test('the owner is reminded once, a day before, with a link to undo it', async () => {
    const xena = await person('xena')
    await ask(xena)
    await queue.run('privacy.sweep')
    expect(await mailsTo(xena.email)).toHaveLength(1)
    await db()
      .update(schema.users)
      .set({ deletion_due_at: sql`now() + interval '20 hours'` })
      .where(eq(schema.users.id, xena.id))
    await queue.run('privacy.sweep')
    await queue.run('privacy.sweep')
    const mails = await mailsTo(xena.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your Flagyard account will be erased tomorrow',
      'Your Flagyard account will be deleted',
    ])
    await undo(tokenOf(mails[0]!.text))
    expect((await row(xena)).deletion_due_at).toBeNull()
  })

  test('is refused while an exam is running', async () => {
    const yara = await person('yara')
    await db().insert(schema.examAttempts).values({ user_id: yara.id, exam_id: bench.content.exam.id, state: 'active' })
    expect((await yara.api.previewMyDeletion()).refused).toContain('exam')
    await expect(ask(yara)).rejects.toMatchObject({ status: 409 })
  })

  test('is cancelled when the owner undoes an e-mail change', async () => {
    const zoe = await person('zoe')
    const old = zoe.email
    await zoe.api.updateMe({ profileUpdatePayload: { email: 'thief@learners.example', current_password } })
    await app.asVisitor.confirmEmail({ emailTokenPayload: { token: await newestToken('thief@learners.example') } })
    await ask(zoe)
    await app.asVisitor.undoEmail({ emailTokenPayload: { token: await newestToken(old) } })
    expect(await row(zoe)).toMatchObject({ email: old, deletion_due_at: null })
  })

  test('is refused for the last owner, for both kinds of request', async () => {
    const last = await person('administrator-of-tests', {
      roles: ['user', 'admin'],
      capabilities: ['owner', 'support'],
    })
    const helper = await person('helper-of-owners', support)
    expect((await last.api.previewMyDeletion()).refused).toContain('last owner')
    await expect(ask(last)).rejects.toMatchObject({ status: 409 })
    await expect(
      helper.api.deleteUser({
        username: last.username,
        userDeletion: { confirm: last.username, reason: 'A coup', current_password },
      }),
    ).rejects.toMatchObject({ status: 403 })
    expect((await row(last)).deletion_due_at).toBeNull()
  })
})

describe('deletion by support', () => {
  const remove = (by: Someone, one: Someone, more: object = {}) =>
    by.api.deleteUser({
      username: one.username,
      userDeletion: { confirm: one.username, reason: 'Asked by letter', current_password, ...more },
    })

  test('needs the administrator’s password and a reason, which is mailed and audited, and can be undone', async () => {
    const [sam, one] = [await person('sam-support', support), await person('asked-by-letter')]
    for (const more of [{ current_password: 'wrong' }, { confirm: 'x' }, { reason: ' ' }])
      await expect(remove(sam, one, more)).rejects.toMatchObject({ status: 422 })
    expect((await row(one)).deletion_due_at).toBeNull()
    await remove(sam, one)
    expect((await mailsTo(one.email))[0]?.text).toContain('Asked by letter')
    await expect(remove(sam, one)).rejects.toMatchObject({ status: 409 })
    const [entry] = await db().select().from(schema.audit).orderBy(desc(schema.audit.at)).limit(1)
    expect(entry).toMatchObject({
      actor: 'sam-support',
      action: 'privacy.ask_deletion',
      subject_id: 'asked-by-letter',
      reason: 'Asked by letter',
    })
    await sam.api.undoUserDeletion({ username: one.username, undoUserDeletionPayload: { reason: 'Called and stays' } })
    expect((await app.asAdmin.getUser({ username: one.username })).state).toBe('active')
    await expect(
      sam.api.undoUserDeletion({ username: one.username, undoUserDeletionPayload: { reason: 'Again' } }),
    ).rejects.toMatchObject({ status: 409 })
    const [undone] = await db().select().from(schema.audit).orderBy(desc(schema.audit.at)).limit(1)
    expect(undone).toMatchObject({ action: 'privacy.undo_deletion', reason: 'Called and stays' })
  })

  test('of an administrator needs an owner, and is refused for the own account', async () => {
    const [sam, other, boss] = [
      await person('sam-support', support),
      await person('other-support', support),
      await person('boss', owner),
    ]
    await expect(remove(sam, other)).rejects.toMatchObject({ status: 403 })
    await expect(remove(boss, boss)).rejects.toMatchObject({ status: 409 })
    await expect(boss.api.deleteUser({ username: other.username })).rejects.toMatchObject({
      errors: [{ field: 'current_password' }],
    })
    await remove(boss, other)
    await expect(
      sam.api.undoUserDeletion({ username: other.username, undoUserDeletionPayload: { reason: 'A friend' } }),
    ).rejects.toMatchObject({ status: 403 })
    await expect(other.api.listUsers({})).rejects.toMatchObject({ status: 401 })
  })

  test('sends no other mails to an account that is being deleted', async () => {
    const [sam, one] = [await person('sam-support', support), await person('closed-one')]
    await remove(sam, one)
    for (const call of [sam.api.sendPasswordReset, sam.api.resendActivationForUser])
      await expect(call({ username: one.username })).rejects.toMatchObject({ status: 409 })
  })
})

describeOnPostgres('on real Postgres', () => {
  test('two owners who delete themselves concurrently leave one owner', async () => {
    const on = await startTestApp({ database: await openTestPostgres() })
    try {
      for (const round of [1, 2, 3, 4, 5, 6]) {
        const pair = [`left-${round}`, `right-${round}`].map((name) => ({ name, api: on.as(name, owner) }))
        await Promise.all(pair.map(({ api }) => api.getMe()))
        await on.deps.db.update(schema.users).set({ password_hash: bench.password_hash })
        const outcomes = await atOnce(on, () =>
          pair.map(({ name, api }) => api.requestMyDeletion({ deletionPayload: { confirm: name, current_password } })),
        )
        expect(outcomes.map(({ status }) => status).sort(), JSON.stringify(outcomes)).toEqual(['fulfilled', 'rejected'])
        await on.deps.db.update(schema.users).set({ roles: ['user'], capabilities: [] })
      }
    } finally {
      await on.close()
    }
  })

  test('concurrent archive requests create one, and an undo that races the erasure is complete or too late', async () => {
    const on = await startTestApp({ database: await openTestPostgres(), deps: { queue } })
    try {
      const asked = await Promise.allSettled(Array.from({ length: 5 }, () => on.as('greedy').requestMyExport()))
      expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const round of [1, 2, 3, 4, 5, 6]) {
        const id = await on.idOf(`racer-${round}`)
        // The period is almost over: the undo may still be in time, and then the erasure is not due.
        await on.deps.db
          .update(schema.users)
          .set({ deletion_due_at: sql`clock_timestamp() + interval '30 milliseconds'` })
          .where(eq(schema.users.id, id))
        const undoing = on.deps.db.transaction((tx) => cancelDeletion(tx, on.deps, id))
        const erasing = async () => {
          for (let tries = 0; tries < 20; tries++) if (await eraseAccount(on.deps, id)) return true
          return false
        }
        const [kept, erased] = await Promise.all([undoing, erasing()])
        const now = await findAccountRow(on.deps.db, id)
        expect([Boolean(kept), erased]).not.toEqual([true, true])
        if (kept) expect(now).toMatchObject({ username: `racer-${round}`, deletion_due_at: null })
        if (erased) expect(now).toBeUndefined()
      }
    } finally {
      await on.close()
    }
  })
})

test('the deletion clears the session cookie, and visitors cannot call it', async () => {
  const cara = await person('cara-cookie')
  const { token } = await (async () => {
    const { access_token } = await signIn('cara-cookie')
    return { token: access_token }
  })()
  const answer = await injecting(app.app, async () => token)(
    {
      method: 'POST',
      path: '/users/me/deletion',
      json: { confirm: cara.username, current_password },
    },
    {},
    {} as never,
  )
  expect(answer.status).toBe(202)
  expect(answer.headers.get('set-cookie')).toMatch(/^flagyard-session=;/)
  await expect(
    app.asVisitor.requestMyDeletion({ deletionPayload: { confirm: 'cara-cookie', current_password } }),
  ).rejects.toMatchObject({ status: 401 })
})
