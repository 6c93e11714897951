import { eq, getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { current_password, dump, openPeopleBench, tablesWith } from '../../../../test/data/personal-data-fixture.ts'
import type { ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import * as schema from '../../../db/schema/index.ts'
import { personalData as parts } from '../../../registry/personal-data.ts'
import { findAccountRow } from '../../platform/auth/queries.ts'

let bench: Awaited<ReturnType<typeof openPeopleBench>>
let app: TestApp
let queue: ManualQueue
beforeAll(async () => {
  bench = await openPeopleBench()
  ;({ app, queue } = bench)
})
afterAll(() => app.close())
beforeEach(() => {
  queue.waiting.length = 0
})

const db = () => app.deps.db

/** An account with a unique name, and a row of it in every table. */
async function person(username: string, full_name: string) {
  const made = await bench.person(username, { full_name })
  await bench.fill(made)
  return made
}

const ask = (api: TestApp['asLearner'], confirm: string, more: object = {}) =>
  api.requestMyDeletion({ deletionPayload: { confirm, current_password, ...more } })

const clearRetryDelay = (id: string) =>
  db().update(schema.users).set({ deletion_due_at: sql`now() - interval '1 second'` }).where(eq(schema.users.id, id))

/** The deletion is requested below; the other tables contain at most counts of people. */
const ofNobody = [
  'privacy_requests',
  'settings',
  'payment_events',
  'months',
  'cloud_accounts',
  'cloud_account_transitions',
  'canary_runs',
  'pool_drifts',
  'region_outages',
]

test('the test account has rows in every table with personal data', async () => {
  await person('filled', "Fi O'Lled")
  const rows = await dump(db())
  for (const table of parts.flatMap((part) => part.tables.map(({ table }) => getTableName(table))))
    if (!ofNobody.includes(table)) expect(rows.get(table)?.length, table).toBeGreaterThan(0)
})

describe('once its undo period is over', () => {
  test('an account is erased everywhere except legally retained records, and others are unaffected', async () => {
    const mara = await person('mara-to-erase', "Mara O'Keef-Unusual")
    const nils = await person('nils-to-stay', 'Nils Staying-Unusual')
    const { data: mine } = await app.asAdmin.listUsers({ filter: JSON.stringify({ q: 'nils-to-stay' }) })
    const before = await dump(db())
    await ask(mara.api, 'mara-to-erase')
    await queue.run('privacy.sweep')
    expect(tablesWith(await dump(db()), 'mara-to-erase')).toContain('users')
    await clearRetryDelay(mara.id)
    await queue.run('privacy.sweep')

    const after = await dump(db())
    const rows = new Map(after)
    expect(tablesWith(rows, mara.email)).toEqual(['invoices', 'orders'])
    expect(tablesWith(rows, mara.full_name)).toEqual(['invoices', 'orders', 'transfers'])
    // This test derived the order's number from it.
    const orders = rows.get('orders')!.map((row) => row.replaceAll(/[FD]-mara-to-erase/gi, '').replace(mara.email, ''))
    rows.set('orders', orders)
    rows.set('invoices', [])
    rows.set(
      'vouchers',
      rows.get('vouchers')!.map((row) => row.replace(/"(BOUGHT|GIVEN)-mara-to-erase"/, '')),
    )
    // A value under `status` is one of our own words and stays unchanged.
    rows.set(
      'audit',
      rows.get('audit')!.map((row) => row.replace('"status":"mara-to-erase"', '')),
    )
    expect(tablesWith(rows, 'mara-to-erase')).toEqual([])
    // The id of the certificate contains that of the account in this test.
    const byCertificate = ['certificates', 'badge_positions', 'certificate_checks']
    expect(tablesWith(rows, mara.id).filter((name) => !byCertificate.includes(name))).toEqual([
      'alarm_events',
      'alarms',
      'audit',
      'bulk_jobs',
      'content_drafts',
      'content_revisions',
      'group_reservations',
      'orders',
      'privacy_requests',
      'users',
    ])

    const [tombstone] = await db().select().from(schema.users).where(eq(schema.users.id, mara.id))
    expect(tombstone).toMatchObject({
      full_name: 'Erased account',
      company: null,
      roles: ['user'],
      password_hash: 'erased',
    })
    expect(tombstone?.username).toMatch(/^erased-[0-9a-f]{16}$/)
    await expect(app.asAdmin.getUser({ username: tombstone!.username })).rejects.toMatchObject({ status: 404 })
    expect((await app.asAdmin.listUsers({ filter: JSON.stringify({ q: 'erased' }) })).total).toBe(0)

    // Counts remain, and data of other people is unchanged.
    const answers = await db().select().from(schema.feedbackAnswers)
    expect(answers.length).toBe(before.get('feedback_answers')!.length)
    expect((await app.asAdmin.listUsers({ filter: JSON.stringify({ q: 'nils-to-stay' }) })).data).toEqual(mine)
    for (const [table, texts] of before)
      for (const text of texts)
        if (text.includes('nils-to-stay') || text.includes(nils.id)) expect(after.get(table), table).toContain(text)
  })

  test('certificates are withdrawn without their name, or stay verifiable if that was requested', async () => {
    for (const keep_certificates of [false, true]) {
      const one = await person(`certified-${keep_certificates}`, `Certified Kept-${keep_certificates}`)
      await ask(one.api, one.username, { keep_certificates })
      await clearRetryDelay(one.id)
      await queue.run('privacy.sweep')
      const shown = await app.asVisitor.getCertificate({ id: `certificate-of-${one.id}` })
      expect(shown).toMatchObject(
        keep_certificates ? { state: 'valid', name: one.full_name } : { state: 'withdrawn', name: null },
      )
      const [row] = await db()
        .select()
        .from(schema.certificates)
        .where(eq(schema.certificates.id, `certificate-of-${one.id}`))
      expect(row).toMatchObject({ user_id: null, name: keep_certificates ? one.full_name : 'Erased' })
    }
  })

  test('an account without purchases leaves no row, and its username and address can be used again', async () => {
    const { id, api } = await bench.person('buyer-of-nothing')
    await ask(api, 'buyer-of-nothing')
    await clearRetryDelay(id)
    await queue.run('privacy.sweep')
    expect(await findAccountRow(db(), id)).toBeUndefined()
    await app.asVisitor.signup({
      signUpPayload: {
        username: 'buyer-of-nothing',
        email: 'buyer-of-nothing@learners.example',
        password: 'another long phrase',
        full_name: 'Somebody New',
        accept_terms: true,
      },
    })
    const { email } = await app.asAdmin.getUser({ username: 'buyer-of-nothing' })
    expect(email).toBe('buyer-of-nothing@learners.example')
  })

  test('a running lab is ended first, and the next sweep erases the account', async () => {
    const { id } = await bench.person('lab-runner')
    const [running] = await db()
      .insert(schema.deployments)
      .values({
        ...{ user_id: id, lab_id: bench.content.lab.id, cloud: 'aws', state: 'running' },
        ...{ module_version: '1', duration_seconds: 60 },
      })
      .returning()
    expect(await app.as('lab-runner').previewMyDeletion()).toMatchObject({ running_labs: 1, refused: null })
    await ask(app.as('lab-runner'), 'lab-runner')
    const stateNow = async () =>
      (await db().select().from(schema.deployments).where(eq(schema.deployments.id, running!.id)))[0]?.state
    expect(await stateNow()).toBe('ending')
    await clearRetryDelay(id)
    await queue.run('privacy.sweep')
    expect(await findAccountRow(db(), id)).toMatchObject({ username: 'lab-runner' })
    await queue.work()
    expect(await stateNow()).toBe('ended')
    await queue.run('privacy.sweep')
    expect(await findAccountRow(db(), id)).toBeUndefined()
  })

  test('a repeated sweep erases nothing twice, and an erased account can neither sign in nor be restored', async () => {
    const one = await person('swept-twice', 'Swept Twice-Unusual')
    await ask(one.api, 'swept-twice')
    const [mail] = (await app.asVisitor.readDemoOutbox()).filter(({ to }) => to === one.email)
    const token = /#token=([\w-]+)/.exec(mail!.text)![1]!
    await clearRetryDelay(one.id)
    const signIn = () => app.asVisitor.signin({ username: 'swept-twice', password: current_password })
    await expect(signIn()).rejects.toMatchObject({ code: 'forbidden' })
    await expect(app.asVisitor.undoDeletion({ undoDeletionPayload: { token } })).rejects.toMatchObject({ status: 400 })
    await queue.run('privacy.sweep')
    const after = await findAccountRow(db(), one.id)
    await queue.run('privacy.sweep')
    expect(await findAccountRow(db(), one.id)).toEqual(after)
    await expect(signIn()).rejects.toMatchObject({ code: 'wrong_credentials' })
    await expect(app.asVisitor.undoDeletion({ undoDeletionPayload: { token } })).rejects.toMatchObject({ status: 400 })
    const erased = await db().select().from(schema.audit).where(eq(schema.audit.action, 'privacy.erase'))
    expect(erased.filter(({ subject_id }) => subject_id === after!.username)).toHaveLength(1)
  })
})
