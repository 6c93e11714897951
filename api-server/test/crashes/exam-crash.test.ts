import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { grant } from '../../src/areas/catalogue/entitlements/service.ts'
import * as auth from '../../src/areas/platform/auth/queries.ts'
import { openAttempt } from '../../src/areas/training/exam-attempts/attempts/can-schedule.ts'
import type { OpenedDatabase } from '../../src/db/open.ts'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import * as schema from '../../src/db/schema/index.ts'
import { makeExam } from '../catalogue.ts'
import { createTestDatabase, describeOnPostgres } from '../database.ts'
import { insertAccount } from '../fixtures/lab-fixture.ts'
import { startChild } from '../spawn.ts'
import { createWorker, pass, type Worker } from './lab-workers.ts'

/** Cloud steps at which the worker is killed. With LONG=1 these are all steps. */
const KILLS = process.env.LONG ? [1, 2, 3, 4, 5] : [1, 2]
const LATE_MINUTES = 20

describeOnPostgres('an exam that starts while no server is running', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let opened: OpenedDatabase
  let worker: Worker
  let userId: string
  let exam: Awaited<ReturnType<typeof makeExam>>

  beforeAll(async () => {
    database = await createTestDatabase()
    opened = openPostgresDatabase(database.url)
    worker = createWorker(opened.db)
    exam = await makeExam(opened.db, 'expert', {
      bookable: true,
      module_stages: [
        { name: 'Drawing the account', resources: [{ type: 'aws_iam_user', name: 'candidate' }] },
        { name: 'Handing you the keys', resources: [{ type: 'aws_iam_access_key', name: 'candidate-key' }] },
      ],
    })
    const account = { username: 'carla', email: 'carla@learners.example', full_name: 'Carla', password_hash: 'none' }
    userId = (await auth.insertAccount(opened.db, { ...account, activated_at: new Date() })).id
    await grant(opened.db, { userId, exam: exam.id, source: 'voucher' })
  })
  afterAll(async () => {
    await opened.close()
    await database.drop()
  })

  /** A booked exam whose start has passed while no server was running. */
  beforeEach(async () => {
    for (const table of [schema.deployments, schema.examAttempts, schema.cloudAccounts, schema.simulatedResources])
      await opened.db.delete(table)
    for (let accounts = 0; accounts < 4; accounts++) await insertAccount(opened.db, worker.deps.secrets)
    await openAttempt(opened.db, userId, exam.id)
    await opened.db.update(schema.examAttempts).set({
      state: 'scheduled',
      scheduled_at: sql`date_trunc('milliseconds', now()) - make_interval(mins => ${LATE_MINUTES})` as never,
      time_zone: 'UTC',
      terms: { seconds: 3600, passing_points: 50, resets: 1, extension_ceiling_minutes: 0 },
    })
  })

  async function expectPreparedOnce() {
    const [attempt] = await opened.db.select().from(schema.examAttempts)
    expect(attempt).toMatchObject({ state: 'preparing', ready_at: expect.any(Date) })
    const environments = await opened.db.select().from(schema.deployments)
    expect(environments).toMatchObject([{ state: 'running', attempt_id: attempt!.id }])
    expect(await opened.db.$count(schema.cloudAccounts, eq(schema.cloudAccounts.status, 'Available'))).toBe(3)
    const rows = await opened.db.select().from(schema.examLedger)
    expect(rows).toMatchObject([{ kind: 'delay', from_at: attempt!.scheduled_at, until_at: attempt!.ready_at }])
    expect(rows[0]!.seconds).toBeGreaterThanOrEqual(LATE_MINUTES * 60)
    // More sweeps do not repeat anything.
    await worker.settle()
    expect(await opened.db.select().from(schema.examLedger)).toHaveLength(1)
    // The full exam time starts when the candidate checks in.
    await opened.db.update(schema.examAttempts).set({ checked_in_at: new Date() })
    await worker.settle()
    const [started] = await opened.db.select().from(schema.examAttempts)
    expect(started!.state).toBe('active')
    expect(started!.active_until!.getTime() - started!.started_at!.getTime()).toBe(3_600_000)
  }

  test.each(KILLS)('is prepared once, late and with ledger minutes, after a kill at build step %i', async (step) => {
    worker.forget()
    const child = startChild('work-labs', [database.url, String(step)])
    expect(await child.ended).toBe('SIGKILL')
    expect(child.errors()).toBe('')
    const [between] = await opened.db.select().from(schema.examAttempts)
    expect(between!.state).toBe('preparing')
    await pass(opened.db)
    await worker.settle()
    await expectPreparedOnce()
  })

  test('four processes that restart at the same time prepare it once', async () => {
    const workers = [worker, createWorker(opened.db), createWorker(opened.db), createWorker(opened.db)]
    await Promise.all(workers.map((one) => one.run('exam-room.tend')))
    await Promise.all(workers.map((one) => one.settle()))
    await expectPreparedOnce()
  })

  test('a lab that would overlap an exam waits, and one that ends earlier starts first', async () => {
    await opened.db.delete(schema.examAttempts)
    const booked = { user_id: userId, exam_id: exam.id, state: 'scheduled' as const }
    const [attempt] = await opened.db.insert(schema.examAttempts).values(booked).returning()
    const lab = async (slug: string, duration_minutes: number) => {
      const values = {
        slug,
        title: slug,
        difficulty: 'beginner' as const,
        cloud: 'aws' as const,
        module: 'm',
        duration_minutes,
        extensions: 0,
      }
      const [made] = await opened.db.insert(schema.labs).values(values).returning()
      const waiting = {
        user_id: userId,
        lab_id: made!.id,
        cloud: 'aws' as const,
        module_version: '1.0.0',
        duration_seconds: duration_minutes * 60,
      }
      const [row] = await opened.db
        .insert(schema.deployments)
        .values({ ...waiting, present_at: new Date() })
        .returning()
      return row!.id
    }
    // An exam with its spare needs two of the four accounts in two hours. Other learners use the rest.
    const usedAccounts = await opened.db.select().from(schema.cloudAccounts).limit(2)
    for (const { id } of usedAccounts)
      await opened.db
        .update(schema.cloudAccounts)
        .set({ status: 'Locked', lock_reason: 'hold' })
        .where(eq(schema.cloudAccounts.id, id))
    await opened.db.insert(schema.accountBookings).values({
      attempt_id: attempt!.id,
      cloud: 'aws',
      from_at: sql`now() + interval '2 hours'` as never,
      until_at: sql`now() + interval '6 hours'` as never,
    })
    const long = await lab(`long-${randomUUID()}`, 240)
    const short = await lab(`short-${randomUUID()}`, 30)
    await worker.run('deployments.sweep')
    const stateOf = async (id: string) =>
      (await opened.db.select().from(schema.deployments).where(eq(schema.deployments.id, id)))[0]!.state
    expect([await stateOf(long), await stateOf(short)]).toEqual(['queued', 'provisioning'])
    await opened.db.delete(schema.accountBookings)
    await worker.run('deployments.sweep')
    expect(await stateOf(long)).toBe('provisioning')
  })
})
