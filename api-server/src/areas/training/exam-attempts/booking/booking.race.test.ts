import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeOnPostgres, openTestPostgres } from '../../../../../test/database.ts'
import { type ExamBench, hourFromNow, openExamBench } from '../../../../../test/fixtures/exam-fixture.ts'
import { freePort } from '../../../../../test/servers/postgres.ts'
import { type Child, startChild } from '../../../../../test/spawn.ts'
import { accountBookings, cloudAccounts, deployments, labs } from '../../../../db/schema/index.ts'
import { mark } from '../../../../demo/marker.ts'

/** 500 learners and 40 accounts with LONG=1, otherwise a tenth of that. */
const [LEARNERS, ACCOUNTS, LABS] = process.env.LONG ? [500, 40, 8] : [30, 8, 2]

describeOnPostgres('concurrent bookings of one hour in two processes', () => {
  let bench: ExamBench
  let processes: { server: Child; origin: string }[] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-race-'))
  beforeAll(async () => {
    const database = await openTestPostgres()
    bench = await openExamBench(database)
    // Marks the demo as filled, so that the processes do not add its accounts and exams.
    await bench.deps.db.transaction((tx) => mark(tx, new Date()))
    processes = await Promise.all(['one', 'other'].map((name) => start(database.url, join(dataDir, name))))
  }, 120_000)
  afterAll(async () => {
    for (const { server } of processes) server.process.kill('SIGTERM')
    await Promise.all(processes.map(({ server }) => server.ended))
    await bench.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function start(url: string, folder: string) {
    const port = String(await freePort())
    const server = startChild('serve', [], {
      DATABASE_URL: url,
      DATA_DIR: folder,
      PORT: port,
      ROLE: 'web',
      LOG_LEVEL: 'fatal',
      DEMO: '1',
      DEMO_PASSWORD: 'a phrase of this test',
      SECRET_KEY: bench.deps.config.secretKey,
    })
    const origin = `http://127.0.0.1:${port}`
    const isReady = async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    await vi.waitFor(isReady, { timeout: 60_000, interval: 100 })
    return { server, origin }
  }

  test('exactly the capacity is booked, with spares and running labs; the other candidates get the next free hour', async () => {
    const { db } = bench.deps
    const exam = await bench.exam('day', { duration_minutes: 24 * 60 })
    await bench.addAccounts(ACCOUNTS)
    // Some accounts have labs whose hard deadline is after the start of the exam.
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
    const body = JSON.stringify(hourFromNow(24))
    const answers = await Promise.all(
      names.map((name, index) =>
        untilServed(() =>
          fetch(`${processes[index % 2]!.origin}/api/v1/exams/day/schedule`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${tokens.get(name)}`,
              'content-type': 'application/json',
              'sec-fetch-site': 'same-origin',
            },
            body,
          }),
        ),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    const free = ACCOUNTS - LABS
    // The largest number of exams that fit next to the labs, with one spare account for every ten.
    const capacity = Array.from({ length: free + 1 }, (_, n) => n).findLast((n) => n + Math.ceil(n / 10) <= free)
    expect(statuses.filter((status) => status === 200)).toHaveLength(capacity ?? 0)
    expect(statuses.filter((status) => status === 409)).toHaveLength(LEARNERS - (capacity ?? 0))
    expect(await db.$count(accountBookings)).toBe(capacity)
    for (const answer of answers.filter(({ status }) => status === 409)) {
      const { next_free } = (await answer.json()) as { next_free: string }
      expect(new Date(next_free).getTime()).toBeGreaterThan(Date.now() + 24 * 3_600_000)
    }
  }, 600_000)
})

/** Repeats a request while the server answers that it is busy. */
async function untilServed(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await answer.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
