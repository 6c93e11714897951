import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnPostgres, openTestPostgres } from '../../../../../test/database.ts'
import { type ExamBench, openExamBench } from '../../../../../test/fixtures/exam-fixture.ts'
import { seatCandidates } from '../../../../../test/fixtures/seat-candidates.ts'
import { startChild } from '../../../../../test/spawn.ts'
import { openPostgresDatabase } from '../../../../db/postgres/postgres.ts'
import { bulkJobs, examAttempts, examLedger } from '../../../../db/schema/index.ts'
import { runBulk } from '../../../operations/bulk/jobs.ts'

/** 2,000 candidates with LONG=1. */
const PEOPLE = process.env.LONG ? 2_000 : 60

describeOnPostgres('an incident of many, by two administrators over two processes', () => {
  let bench: ExamBench
  let other: ExamBench
  let url: string
  let id: string
  beforeAll(async () => {
    const database = await openTestPostgres()
    url = database.url
    bench = await openExamBench(database)
    other = await openExamBench(openPostgresDatabase(url))
    await bench.exam('raced', { extension_ceiling_minutes: 120 })
    await seatCandidates(bench.deps.db, { exam: 'raced', region: 'eu-central-1', prefix: 'racer', people: PEOPLE })
    const incidentInput = {
      title: 'Outage in Frankfurt',
      cloud: null,
      region: 'eu-central-1',
      exam: null,
      from_at: new Date(Date.now() - 60_000).toISOString(),
      until_at: null,
    }
    id = (await bench.as('ada', support).createExamIncident({ incidentInput })).id
  }, 120_000)
  afterAll(async () => {
    await other.close()
    await bench.close()
  })

  const support = { roles: ['user' as const, 'admin' as const], capabilities: ['support' as const] }
  const start = (by: string, action: 'incidents.stop' | 'incidents.resume' | 'incidents.extend') =>
    bench.as(by, support).startBulk({
      bulkAsk: {
        action,
        filter: JSON.stringify({ incident: id }),
        incident: { id, minutes: 30 },
        reason: 'The cloud is down',
      },
    })
  /** Number of ledger rows by kind, and of their attempts. */
  const counted = async () => {
    const { rows } = (await bench.deps.db.execute(
      sql`select kind, count(*)::int as rows, count(distinct attempt_id)::int as attempts from exam_ledger group by kind`,
    )) as unknown as { rows: { kind: string; rows: number; attempts: number }[] }
    return Object.fromEntries(rows.map(({ kind, ...counts }) => [kind, counts]))
  }
  /** A run stops after 15 seconds to let other jobs run, so it is started again until it is done. */
  const runToEnd = async (job: { id: string }) => {
    const isDone = async () => (await bench.asAdmin.getBulkJob({ job_id: job.id })).state === 'done'
    while (!(await isDone())) await runBulk(bench.deps, job.id)
  }
  const once = { rows: PEOPLE, attempts: PEOPLE }

  const MINUTE = 60_000
  test(
    'two administrators, a replay and a killed worker stop, resume and extend each exam once',
    async () => {
      for (const action of ['incidents.stop', 'incidents.extend', 'incidents.resume'] as const) {
        const jobs = await Promise.all([start('ada', action), start('bob', action)])
        if (action === 'incidents.extend') {
          // A worker is killed within a chunk. Another worker does the uncommitted part again.
          const worker = startChild('work-bulk', [url, jobs[0].id, '2'])
          expect(await worker.ended).toBe('SIGKILL')
        }
        // Both jobs run in two processes, one of them twice concurrently. Then they run again and must change nothing.
        await Promise.all(
          [bench, other]
            .flatMap(({ deps }) => jobs.map((job) => runBulk(deps, job.id)))
            .concat(runBulk(bench.deps, jobs[0].id)),
        )
        for (const job of jobs) await runToEnd(job)
        for (const job of jobs) await runBulk(bench.deps, job.id)
        const done = await bench.deps.db.select().from(bulkJobs).where(eq(bulkJobs.kind, action))
        expect(done.reduce((sum, job) => sum + job.done, 0)).toBe(PEOPLE)
      }
      expect(await counted()).toEqual({ start: once, stop: once, extension: once, resume: once })
      const given = await bench.deps.db.select().from(examAttempts)
      for (const { active_until, started_at, clock_stopped_at } of given) {
        expect(clock_stopped_at).toBeNull()
        // Four hours, 30 minutes of extension, and a few minutes for which the clock was paused.
        const minutes = (active_until!.getTime() - started_at!.getTime()) / 60_000
        expect(minutes).toBeGreaterThanOrEqual(270)
        expect(minutes).toBeLessThan(275)
      }
    },
    process.env.LONG ? 10 * MINUTE : MINUTE,
  )

  test('the key of the ledger stops what passes every check', async () => {
    const [row] = await bench.deps.db.select().from(examLedger).where(eq(examLedger.kind, 'extension')).limit(1)
    const { id: _id, position: _position, ...again } = row!
    await expect(bench.deps.db.insert(examLedger).values(again)).rejects.toMatchObject({
      cause: { constraint: 'exam_ledger_incident' },
    })
  })
})
