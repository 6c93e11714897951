import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { makeExam } from '../../test/catalogue.ts'
import { insertAccount } from '../../test/fixtures/lab-fixture.ts'
import { sell } from '../../test/fixtures/random-books.ts'
import { invoiceOf } from '../areas/commerce/orders/documents/issue.ts'
import { insertDocument } from '../areas/commerce/orders/documents/queries.ts'
import { nextOrderNumber } from '../areas/commerce/orders/queries.ts'
import {
  audit,
  cloudAccounts,
  counters,
  examAttempts,
  examLedger,
  outbox,
  type SellerFacts,
  settings,
} from '../db/schema/index.ts'
import { finishRestore } from './finish-restore.ts'

const snapshot = new Date('2026-11-30T08:00:00Z')
let now = new Date('2026-11-30T09:30:00Z')
const end = new Date('2026-11-30T11:00:00Z')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ deps: { clock: { now: () => now } } })
})
afterAll(() => app.close())

test('the first start after a restore returns exam time, sends no mail twice, and has all free accounts cleaned; only once', async () => {
  const { db, secrets } = app.deps
  const exam = await makeExam(db, 'expert')
  const terms = { seconds: 10_800, passing_points: 70, resets: 1, extension_ceiling_minutes: 0 }
  const [sitting] = await db
    .insert(examAttempts)
    .values({
      ...{ user_id: await app.idOf('learner'), exam_id: exam.id, state: 'active', time_zone: 'UTC', terms },
      ...{
        scheduled_at: snapshot,
        checked_in_at: snapshot,
        ready_at: snapshot,
        started_at: snapshot,
        active_until: end,
      },
    })
    .returning()
  await db.insert(examLedger).values({ attempt_id: sitting!.id, kind: 'start', from_at: snapshot, seconds: 10_800 })
  await insertAccount(db, secrets)
  const mail = { kind: 'test', recipient: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '' }
  await db.insert(outbox).values([mail, { ...mail, next_at: new Date('2126-01-01') }])
  await noteRestored()

  const done = {
    made_at: snapshot.toISOString(),
    exams: 1,
    accounts: 1,
    mails: 1,
    series: '-R11300930',
    last_numbers: {},
  }
  expect(await finishRestore(app.deps)).toEqual(done)
  expect(await finishRestore(app.deps)).toBeUndefined()
  expect(await db.select().from(audit).where(eq(audit.action, 'system.restore'))).toMatchObject([
    { actor: null, after: done },
  ])

  expect(await db.select().from(examLedger).orderBy(examLedger.from_at, examLedger.kind)).toMatchObject([
    { kind: 'incident', from_at: snapshot, until_at: now, seconds: 5_400 },
    { kind: 'start' },
  ])
  const [attempt] = await db.select().from(examAttempts)
  expect(attempt?.active_until).toEqual(new Date(end.getTime() + 5_400_000))
  const mails = await db.select().from(outbox).orderBy(outbox.next_at)
  expect(mails.map(({ state }) => state)).toEqual(['failed', 'waiting'])
  const [account] = await db.select().from(cloudAccounts)
  expect(account?.status).not.toBe('Available')
})

test('no number is used again after two restores of one backup, and a restore at the turn of the year', async () => {
  const { db } = app.deps
  await db.delete(counters)
  const issued = [...(await issue('2026')), ...(await issue('2027'))]
  const backup = await db.select().from(counters)
  issued.push(...(await issue('2026')), ...(await issue('2027')))
  for (const restoredAt of ['2026-12-31T23:30:00Z', '2027-02-01T08:00:00Z']) {
    now = new Date(restoredAt)
    await db.delete(counters)
    await db.insert(counters).values(backup)
    await noteRestored()
    await finishRestore(app.deps)
    issued.push(...(await issue('2026')), ...(await issue('2027')))
  }
  expect(new Set(issued).size).toBe(issued.length)
  expect(issued.slice(-4)).toEqual([
    'INV-2026-R02010800-1',
    'FY-2026-R02010800-000001',
    'INV-2027-R02010800-1',
    'FY-2027-R02010800-000001',
  ])
  expect(await nextOrderNumber(db, '2028')).toBe('FY-2028-000001')
  const [entry] = await db
    .select()
    .from(audit)
    .where(eq(audit.action, 'system.restore'))
    .orderBy(desc(audit.at))
    .limit(1)
  expect(entry?.after).toMatchObject({ series: '-R02010800', last_numbers: { 'INV-2026': 1, 'INV-2027': 1 } })
})

const noteRestored = () =>
  app.deps.db.insert(settings).values({ key: 'restored', value: { made_at: snapshot.toISOString() } })

/** Numbers of a new invoice and of a new order in this year. The table refuses an invoice number that exists. */
async function issue(year: string): Promise<string[]> {
  const { db } = app.deps
  const [order] = await sell(db, { user_id: await app.idOf('learner'), paid_at: now, total: 119_00 })
  const seller = { facts: {} as SellerFacts, day: `${year}-01-01` }
  const { series, number } = await db.transaction((tx) => insertDocument(tx, invoiceOf(order!, seller, 'Ada')))
  return [`${series}-${number}`, await nextOrderNumber(db, year)]
}
