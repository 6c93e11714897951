import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnPostgres, openTestPostgres } from '../../../test/database.ts'
import { type ExamBench, hourFromNow, openExamBench } from '../../../test/exam-fixture.ts'
import { openPostgresDatabase } from '../../db/postgres.ts'
import { accountBookings, cloudAccounts, deployments, labs } from '../../db/schema/index.ts'

/** 500 learners and 40 accounts with LONG=1; else a small copy of the same. */
const [LEARNERS, ACCOUNTS, LABS] = process.env.LONG ? [500, 40, 8] : [30, 8, 2]

describeOnPostgres('many want the same hour at once, over two processes', () => {
  let bench: ExamBench
  let other: ExamBench
  beforeAll(async () => {
    const database = await openTestPostgres()
    bench = await openExamBench(database)
    other = await openExamBench(openPostgresDatabase(database.url))
  }, 120_000)
  afterAll(async () => {
    await other.close()
    await bench.close()
  })

  test('exactly the capacity is booked, beside running labs and with spares; the others are told the next free hour', async () => {
    const { db } = bench.deps
    const exam = await bench.exam('day', { duration_minutes: 24 * 60 })
    await bench.addAccounts(ACCOUNTS)
    // Some accounts have labs that run into the exam, by their hard deadline.
    const learnerId = await bench.idOf('somebody')
    for (const account of await db.select().from(cloudAccounts).limit(LABS)) {
      const [lab] = await db
        .insert(labs)
        .values({
          slug: account.id,
          title: 'Long',
          difficulty: 'beginner',
          cloud: 'aws',
          module: 'l',
          duration_minutes: 60,
        })
        .returning()
      const [running] = await db
        .insert(deployments)
        .values({
          user_id: learnerId,
          lab_id: lab!.id,
          cloud: 'aws',
          cloud_account_id: account.id,
          state: 'running',
          module_version: '1.0.0',
          duration_seconds: 3600,
          hard_deadline_at: sql`now() + interval '30 hours'`,
        })
        .returning()
      await db
        .update(cloudAccounts)
        .set({ status: 'Provisioned', deployment_id: running!.id })
        .where(eq(cloudAccounts.id, account.id))
    }
    const names = Array.from({ length: LEARNERS }, (_, index) => `racer-${index}`)
    for (const name of names) {
      await bench.as(name).getMe()
      await bench.give(name, exam)
    }
    const tokens = new Map(await Promise.all(names.map(async (name) => [name, await bench.tokenOf(name)] as const)))
    const payload = hourFromNow(24)
    const answers = await Promise.all(
      names.map(async (name, index) => {
        const { app } = index % 2 === 0 ? bench : other
        return untilServed(() =>
          app.inject({
            method: 'POST',
            url: '/api/v1/exams/day/schedule',
            headers: { authorization: `Bearer ${tokens.get(name)}`, 'sec-fetch-site': 'same-origin' },
            payload,
          }),
        )
      }),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    const free = ACCOUNTS - LABS
    // The most exams that fit beside the labs, each ten with a spare.
    const capacity = Array.from({ length: free + 1 }, (_, n) => n).findLast((n) => n + Math.ceil(n / 10) <= free)
    expect(statuses.filter((status) => status === 200)).toHaveLength(capacity ?? 0)
    expect(statuses.filter((status) => status === 409)).toHaveLength(LEARNERS - (capacity ?? 0))
    expect(await db.$count(accountBookings)).toBe(capacity)
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409))
      expect(new Date(answer.json<{ next_free: string }>().next_free).getTime()).toBeGreaterThan(
        Date.now() + 24 * 3_600_000,
      )
  }, 600_000)
})

/** A server under pressure says that it is busy, and is asked again. */
async function untilServed<A extends { statusCode: number }>(ask: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await ask()
    if (answer.statusCode !== 503) return answer
    await new Promise((resolve) => setImmediate(resolve))
  }
}
