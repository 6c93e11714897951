import type { FilterOf } from '@flagyard/api-types'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickHash, startTestApp, type TestApp } from '../../../../test/app.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { atOnce } from '../../../../test/races/lock-barrier.ts'
import { audit, outbox, users } from '../../../db/schema/index.ts'
import { findByUsername } from '../../platform/auth/queries.ts'

const current_password = 'the phrase of an owner'
let password_hash: string

let app: TestApp
beforeAll(async () => {
  password_hash = quickHash(current_password)
  app = await startTestApp()
  const owner = await app.asAdmin.getMe()
  await app.deps.db.update(users).set({ password_hash }).where(eq(users.id, owner.id))
})
afterAll(() => app.close())

const read = async (username: string, on = app) => on.asAdmin.getUser({ username })
const edit = async (username: string, change: object, by = app.asAdmin) =>
  by.updateUser({
    userEdit: {
      username,
      version: (await read(username)).version,
      ...(('roles' in change || 'capabilities' in change) && { current_password }),
      ...change,
    },
  })
/** The audit's entries: before and after of each, by what was done. */
async function entriesOf(filter: FilterOf<'listAudit'>) {
  const { data } = await app.asAdmin.listAudit({ filter: JSON.stringify(filter) })
  return Object.fromEntries(data.map(({ action, before, after }) => [action, [before, after]]))
}
const list = (filter: object, sort = ['username', 'ASC'], range = [0, 24]) =>
  app.asAdmin.listUsers({
    filter: JSON.stringify(filter),
    sort: JSON.stringify(sort),
    range: JSON.stringify(range),
  })

describe('the list of accounts', () => {
  beforeAll(async () => {
    for (const name of ['agnes', 'bruno', 'carla']) await app.idOf(name)
    await app.as('dora', { activated: false }).getMe()
    await app.deps.db.update(users).set({ full_name: 'Bruno 100% Müller' }).where(eq(users.username, 'bruno'))
  })

  test('finds by parts of username, e-mail and name, ignoring case', async () => {
    expect((await list({ q: 'AGN' })).data.map(({ id }) => id)).toEqual(['agnes'])
    expect((await list({ q: 'carla@learners' })).data.map(({ id }) => id)).toEqual(['carla'])
    expect((await list({ q: 'müller bruno' })).data.map(({ id }) => id)).toEqual(['bruno'])
  })

  test('signs of LIKE are letters like any other', async () => {
    expect((await list({ q: '100%' })).data.map(({ id }) => id)).toEqual(['bruno'])
    expect((await list({ q: 'a_nes' })).total).toBe(0)
    expect((await list({ q: 'bru %' })).data.map(({ id }) => id)).toEqual(['bruno'])
    expect((await list({ q: 'agn %' })).total).toBe(0)
  })

  test('one letter finds the beginnings of words, and signs alone find nobody: neither reads the whole table', async () => {
    expect((await list({ q: 'mü' })).data.map(({ id }) => id)).toEqual(['bruno'])
    expect((await list({ q: 'gn' })).total).toBe(0)
    expect((await list({ q: 'b' })).data.map(({ id }) => id)).toEqual(['bruno'])
    for (const q of ['%', '_', '%%%', '@ %']) expect((await list({ q })).total, q).toBe(0)
  })

  test('narrows by state, role and capability', async () => {
    expect((await list({ state: 'inactive' })).data.map(({ id }) => id)).toEqual(['dora'])
    expect((await list({ role: 'admin' })).data.map(({ id }) => id)).toEqual(['administrator-of-tests'])
    expect((await list({ capability: 'cloud' })).total).toBe(1)
    expect((await list({ state: 'active', q: 'dora' })).total).toBe(0)
  })

  test('pages and sorts on the server, and says how many there are', async () => {
    const all = await list({})
    const second = await list({}, ['username', 'ASC'], [1, 2])
    expect(second.data.map(({ id }) => id)).toEqual(all.data.slice(1, 3).map(({ id }) => id))
    expect(second).toMatchObject({ total: all.data.length, estimated: false })
    const names = (await list({}, ['username', 'DESC'])).data.map(({ id }) => id)
    expect(names).toEqual([...names].sort().reverse())
  })

  test('whoever was never seen comes last among the latest seen', async () => {
    await app.deps.db.update(users).set({ last_seen_at: null }).where(eq(users.username, 'agnes'))
    const seen = (await list({}, ['last_seen_at', 'DESC'])).data.map((row) => row.last_seen_at)
    expect(seen.at(-1)).toBeNull()
    expect(seen[0]).not.toBeNull()
  })

  test('keys that the list does not know are refused', async () => {
    await expect(list({ password_hash: 'x' })).rejects.toMatchObject({ status: 422 })
    await expect(list({}, ['password_hash', 'ASC'])).rejects.toMatchObject({ status: 422 })
  })
})

describe('changing an account', () => {
  test('writes the change and its audit entry together, with what stood there before', async () => {
    await edit('agnes', { full_name: 'Agnes New', reason: 'She married' })
    const [entry] = await app.deps.db.select().from(audit).orderBy(desc(audit.at)).limit(1)
    expect(entry).toMatchObject({
      actor: 'administrator-of-tests',
      action: 'users.update',
      subject_id: 'agnes',
      before: { full_name: 'Agnes Test' },
      after: { full_name: 'Agnes New' },
      reason: 'She married',
    })
  })

  test('each thing done has an entry of its own, with its own fields', async () => {
    await app.idOf('many-changes')
    const email = 'elsewhere@example.org'
    await edit('many-changes', {
      full_name: 'Many Changes',
      email,
      roles: ['admin'],
      disabled: true,
      accommodation: 25,
      accommodation_reason: 'Letter of 3 May',
      reason: 'All at once',
    })
    expect(await entriesOf({ subject_id: 'many-changes' })).toEqual({
      'users.update': [{ full_name: 'Many-changes Test' }, { full_name: 'Many Changes' }],
      'users.change_email': [{ email: 'many-changes@learners.example' }, { email, confirmed: false }],
      'users.change_rights': [{ roles: ['user'] }, { roles: ['user', 'admin'] }],
      'users.change_exam_time': [
        { accommodation: 0, accommodation_reason: null },
        { accommodation: 25, accommodation_reason: 'Letter of 3 May' },
      ],
      'users.disable': [
        { disabled_at: null, disabled_reason: null },
        { disabled_at: expect.any(String), disabled_reason: 'All at once' },
      ],
    })
    await edit('many-changes', { disabled: false })
    expect(await entriesOf({ subject_id: 'many-changes', action: 'users.enable' })).toMatchObject({
      'users.enable': [{ disabled_reason: 'All at once' }, { disabled_at: null, disabled_reason: null }],
    })
  })

  test('a stale version is refused and changes nothing', async () => {
    const { version } = await read('carla')
    await edit('carla', { company: 'Yard' })
    await expect(
      app.asAdmin.updateUser({ userEdit: { username: 'carla', version, company: 'Other' } }),
    ).rejects.toMatchObject({ code: 'stale_version', status: 409 })
    expect((await read('carla')).company).toBe('Yard')
  })

  test('disabling signs out at once, and enabling does not sign in', async () => {
    expect((await app.as('emil').getMe()).username).toBe('emil')
    await edit('emil', { disabled: true, reason: 'Shared the account' })
    await expect(app.as('emil').getMe()).rejects.toMatchObject({ status: 401 })
    expect((await read('emil')).state).toBe('disabled')
    await edit('emil', { disabled: false })
    await expect(app.as('emil').getMe()).rejects.toMatchObject({ status: 401 })
  })

  test('a demotion acts on the next call, and takes the capabilities along', async () => {
    const helper = app.as('helper', { roles: ['user', 'admin'], capabilities: ['support'] })
    expect((await helper.getUser({ username: 'agnes' })).id).toBe('agnes')
    await edit('helper', { roles: ['user'] })
    await expect(helper.getUser({ username: 'agnes' })).rejects.toMatchObject({ status: 403 })
    expect(await read('helper')).toMatchObject({ roles: ['user'], capabilities: [] })
  })

  test('rights are given against the owner’s own password, and against a wrong one or none not at all', async () => {
    await app.idOf('frida')
    for (const proof of [{ current_password: undefined }, { current_password: 'not the phrase' }])
      for (const change of [{ roles: ['admin'] }, { capabilities: [] }])
        await expect(edit('frida', { ...change, ...proof })).rejects.toMatchObject({
          status: 422,
          errors: [{ field: 'current_password' }],
        })
    expect((await read('frida')).roles).toEqual(['user'])
    await edit('frida', { roles: ['admin'] })
    expect((await read('frida')).roles).toEqual(['user', 'admin'])
    const [entry] = await app.deps.db.select().from(audit).orderBy(desc(audit.at)).limit(1)
    expect(entry?.after).toEqual({ roles: ['user', 'admin'] })
  })

  test('a new administrator may read and nothing more', async () => {
    await edit('bruno', { roles: ['admin'] })
    expect(await read('bruno')).toMatchObject({ roles: ['user', 'admin'], capabilities: [] })
    await expect(edit('agnes', { company: 'X' }, app.as('bruno'))).rejects.toMatchObject({ status: 403 })
  })

  test('support can neither promote itself nor take over an administrator by address', async () => {
    const support = app.as('supporter', { roles: ['user', 'admin'], capabilities: ['support'] })
    await support.getMe()
    for (const change of [{ capabilities: ['owner'] }, { roles: ['admin'] }])
      await expect(edit('supporter', change, support)).rejects.toMatchObject({ status: 403 })
    for (const change of [{ email: 'mine@example.org' }, { disabled: true }])
      await expect(edit('administrator-of-tests', change, support)).rejects.toMatchObject({ status: 403 })
  })

  test('the last owner can be neither demoted, stripped nor disabled', async () => {
    for (const change of [{ roles: ['user'] }, { capabilities: ['support'] }, { disabled: true }])
      await expect(edit('administrator-of-tests', change)).rejects.toMatchObject({ status: 409 })
    expect((await read('administrator-of-tests')).capabilities).toContain('owner')
  })

  test('an address that another activated account owns is refused by its field', async () => {
    await expect(edit('carla', { email: 'AGNES@learners.example', reason: 'She asked' })).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'email' }],
    })
  })

  test('a new address needs a reason, is told to the old one, and is the account’s once it is confirmed there', async () => {
    const mailTo = async (recipient: string) =>
      (await app.deps.db.select().from(outbox).where(eq(outbox.recipient, recipient))).at(-1)
    await expect(edit('carla', { email: 'carla@new.example' })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'reason' }],
    })
    const asked = await edit('carla', { email: 'carla@new.example', reason: 'Left her employer' })
    expect(asked).toMatchObject({ email: 'carla@learners.example', pending_email: 'carla@new.example' })
    expect(await mailTo('carla@learners.example')).toMatchObject({ kind: 'email_replaced' })
    const text = (await mailTo('carla@new.example'))?.text ?? ''
    expect(text).toContain('Our support was asked to change')
    const [, token = ''] = /#token=([\w-]+)/.exec(text) ?? []
    await app.asVisitor.confirmEmail({ emailTokenPayload: { token } })
    expect(await read('carla')).toMatchObject({ email: 'carla@new.example', pending_email: null })
    expect(await mailTo('carla@learners.example')).toMatchObject({ kind: 'email_moved' })
    expect(await entriesOf({ subject_id: 'carla', action: 'users.change_email' })).toEqual({
      'users.change_email': [{ email: 'carla@learners.example' }, { email: 'carla@new.example', confirmed: false }],
    })
  })

  test('the address of an account that was never activated is corrected at once, and needs a reason too', async () => {
    await app.as('dorothy', { activated: false }).getMe()
    await expect(edit('dorothy', { email: 'dorothy@right.example' })).rejects.toMatchObject({ status: 422 })
    const corrected = await edit('dorothy', { email: 'dorothy@right.example', reason: 'A letter was missing' })
    expect(corrected).toMatchObject({ email: 'dorothy@right.example', pending_email: null })
  })

  test('a disabled account says why and by whom, and an enabled one no more', async () => {
    await app.as('fritz').getMe()
    expect(await read('fritz')).toMatchObject({ disabled_reason: null, disabled_by: null, open_sessions: 1 })
    await edit('fritz', { disabled: true, reason: 'Sold his account' })
    expect(await read('fritz')).toMatchObject({
      disabled_reason: 'Sold his account',
      disabled_by: 'administrator-of-tests',
      open_sessions: 0,
    })
    await edit('fritz', { disabled: false })
    expect(await read('fritz')).toMatchObject({ disabled_reason: null, disabled_by: null })
  })
})

describe('mails that help on', () => {
  test('support starts a reset by mail and sets no password', async () => {
    const answer = await app.asAdmin.sendPasswordReset({ username: 'agnes' })
    expect(answer.message).toContain('agnes')
    const [mail] = await app.deps.db.select().from(outbox).orderBy(desc(outbox.created_at)).limit(1)
    expect(mail).toMatchObject({ kind: 'password_reset', recipient: 'agnes@learners.example' })
    const hash = (await findByUsername(app.deps.db, 'agnes'))?.password_hash
    for (const field of ['password', 'new_password', 'password_hash'])
      await expect(edit('agnes', { [field]: 'a brand new long one' }), field).rejects.toMatchObject({ status: 422 })
    expect((await findByUsername(app.deps.db, 'agnes'))?.password_hash).toBe(hash)
  })

  test('an account not activated gets the activation link, and no password link', async () => {
    await expect(app.asAdmin.sendPasswordReset({ username: 'dora' })).rejects.toMatchObject({ status: 409 })
    await app.asAdmin.resendActivationForUser({ username: 'dora' })
    const [mail] = await app.deps.db.select().from(outbox).orderBy(desc(outbox.created_at)).limit(1)
    expect(mail).toMatchObject({ kind: 'activation', recipient: 'dora@learners.example' })
    await expect(app.asAdmin.resendActivationForUser({ username: 'agnes' })).rejects.toMatchObject({ status: 409 })
  })

  test('a sixth mail within the hour is refused with the time to wait, and goes out after it', async () => {
    await app.as('often').getMe()
    const send = () => app.asAdmin.sendPasswordReset({ username: 'often' })
    const mails = () => app.deps.db.$count(outbox, eq(outbox.recipient, 'often@learners.example'))
    for (let number = 0; number < 5; number++) await send()
    await expect(send()).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited',
      message: expect.stringMatching(/5 such mails/),
    })
    expect(await mails()).toBe(5)
    await app.deps.db.update(outbox).set({ created_at: new Date(Date.now() - 3_601_000) })
    await send()
    expect(await mails()).toBe(6)
  })

  test('an unknown account is 404', async () => {
    await expect(app.asAdmin.sendPasswordReset({ username: 'nobody' })).rejects.toMatchObject({ status: 404 })
  })
})

describeOnPostgres('mails on real Postgres', () => {
  test('of twelve that are asked for at once five are sent, singly and in bulk', async () => {
    const on = await startTestApp({ database: await openTestPostgres() })
    try {
      await on.as('often').getMe()
      await on.asAdmin.getMe()
      const single = () => on.asAdmin.sendPasswordReset({ username: 'often' })
      const bulk = () =>
        on.asAdmin.startBulk({ bulkAsk: { action: 'users.send_password_reset', ids: ['often'], reason: 'A test' } })
      await Promise.allSettled(Array.from({ length: 12 }, (_, number) => (number % 2 ? single() : bulk())))
      expect(await on.deps.db.$count(outbox, eq(outbox.kind, 'password_reset'))).toBe(5)
    } finally {
      await on.close()
    }
  })
})

describeOnPostgres('owners on real Postgres', () => {
  test('two owners who demote each other at once leave one owner, every time', async () => {
    const on = await startTestApp({ database: await openTestPostgres() })
    try {
      const owner = { roles: ['user' as const, 'admin' as const], capabilities: ['owner', 'support'] }
      for (const round of [1, 2, 3, 4, 5, 6]) {
        const [left, right] = [`left-${round}`, `right-${round}`]
        const [one, other] = [on.as(left, owner), on.as(right, owner)]
        await Promise.all([one.getMe(), other.getMe()])
        await on.deps.db.update(users).set({ password_hash })
        const outcomes = await atOnce(on, () => [
          one.updateUser({ userEdit: { username: right, version: 1, roles: ['user'], current_password } }),
          other.updateUser({ userEdit: { username: left, version: 1, capabilities: [], current_password } }),
        ])
        const remaining = await on.deps.db.select().from(users)
        const owners = remaining.filter((row) => row.capabilities.includes('owner'))
        expect(owners, `round ${round}: ${JSON.stringify(outcomes)}`).toHaveLength(1)
        await on.deps.db.update(users).set({ roles: ['user'], capabilities: [] })
      }
    } finally {
      await on.close()
    }
  })
})
