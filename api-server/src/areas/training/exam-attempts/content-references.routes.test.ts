import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { give } from '../../../../test/catalogue.ts'
import { type ExamBench, hourFromNow, openExamBench } from '../../../../test/fixtures/exam-fixture.ts'
import { accountBookings, examAttempts } from '../../../db/schema/index.ts'

let bench: ExamBench
beforeAll(async () => {
  bench = await openExamBench()
  await bench.addAccounts(6)
})
afterAll(() => bench.close())

const reason = 'Ticket 42'
/** A learner who got the exam from support. */
async function candidate(username: string, exam: string) {
  const api = bench.as(username)
  await api.getMe()
  await give(bench.asAdmin, { username, entitlementGrant: { kind: 'exam', slug: exam, reason } })
  const { data } = await bench.asAdmin.listEntitlements({ filter: JSON.stringify({ username }) })
  return { api, entitlement: data[0]! }
}
const tryMove = (id: string, version: number, to: string) =>
  bench.asAdmin.moveEntitlement({ id, entitlementMove: { version, to, dry_run: true } })

test('a granted exam can be booked; revoking it cancels the date and notifies the candidate once', async () => {
  const exam = await bench.exam('granted')
  const { api, entitlement } = await candidate('greta', 'granted')
  await api.scheduleExam({ exam: 'granted', scheduleExamPayload: hourFromNow(72) })
  const { id, version } = entitlement
  const dryRun = { id, entitlementRevocation: { version, dry_run: true } }
  const { preview, items } = await bench.asAdmin.revokeEntitlement(dryRun)
  expect(items).toEqual([{ what: expect.stringMatching(/^Attempt 1: booked for /), fate: 'ends' }])
  expect((await bench.attempt('greta', exam)).state).toBe('scheduled')
  await bench.asAdmin.revokeEntitlement({ id, entitlementRevocation: { version, reason, preview } })
  expect(await bench.attempt('greta', exam)).toMatchObject({ state: 'purchased', scheduled_at: null })
  expect(await bench.deps.db.$count(accountBookings)).toBe(0)
  expect((await bench.mails('greta')).map(({ kind }) => kind).filter((kind) => kind === 'exam_voided')).toHaveLength(1)
  await expect(api.scheduleExam({ exam: 'granted', scheduleExamPayload: hourFromNow(96) })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('attempts move with the exam, but not while it is in progress or its result is open', async () => {
  const exam = await bench.exam('moving')
  const { api, entitlement } = await candidate('mona', 'moving')
  await bench.as('mira').getMe()
  const { id, version } = entitlement
  const { db } = bench.deps
  const { id: attempt } = await bench.attempt('mona', exam)
  for (const state of ['preparing', 'active', 'provisional'] as const) {
    await db.update(examAttempts).set({ state }).where(eq(examAttempts.id, attempt))
    await expect(tryMove(id, version, 'mira'), state).rejects.toMatchObject({ code: 'conflict' })
  }
  await db.update(examAttempts).set({ state: 'purchased' }).where(eq(examAttempts.id, attempt))
  const { preview, items } = await tryMove(id, version, 'mira')
  expect(items).toEqual([{ what: 'Attempt 1: can be booked', fate: 'moves' }])
  await bench.asAdmin.moveEntitlement({ id, entitlementMove: { version, to: 'mira', preview, reason } })
  await bench.as('mira').scheduleExam({ exam: 'moving', scheduleExamPayload: hourFromNow(72) })
  expect((await bench.attempt('mira', exam)).id).toBe(attempt)
  await expect(api.scheduleExam({ exam: 'moving', scheduleExamPayload: hourFromNow(72) })).rejects.toMatchObject({
    code: 'no_access',
  })
})

test('only learners who have used every attempt can be granted the exam again', async () => {
  const exam = await bench.exam('again', { attempts: 1 })
  await candidate('agatha', 'again')
  const entitlementGrant = { kind: 'exam' as const, slug: 'again', reason }
  const again = () => give(bench.asAdmin, { username: 'agatha', entitlementGrant })
  await expect(again()).rejects.toMatchObject({ code: 'already_owned' })
  const { id } = await bench.attempt('agatha', exam)
  await bench.deps.db
    .update(examAttempts)
    .set({ state: 'failed', decided_at: new Date(Date.now() - 30 * 86_400_000) })
    .where(eq(examAttempts.id, id))
  await again()
})
