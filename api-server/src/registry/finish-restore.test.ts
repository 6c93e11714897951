import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { makeExam } from '../../test/catalogue.ts'
import { insertAccount } from '../../test/fixtures/lab-fixture.ts'
import { cloudAccounts, examAttempts, examLedger, outbox, settings } from '../db/schema/index.ts'
import { finishRestore } from './finish-restore.ts'

const snapshot = new Date('2026-11-30T08:00:00Z')
const now = new Date('2026-11-30T09:30:00Z')
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
  await db.insert(settings).values({ key: 'restored', value: { made_at: snapshot.toISOString() } })

  expect(await finishRestore(app.deps)).toEqual({ made_at: snapshot.toISOString(), exams: 1, accounts: 1, mails: 1 })
  expect(await finishRestore(app.deps)).toBeUndefined()

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
