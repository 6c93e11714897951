import { and, eq, sql } from 'drizzle-orm'
import { grant } from '../src/areas/catalogue/entitlements/service.ts'
import { openAttempt } from '../src/areas/training/exam-attempts/service.ts'
import * as schema from '../src/db/schema/index.ts'
import type { Deps } from '../src/deps.ts'
import { withCallTimeouts } from '../src/integrations/clouds/driver.ts'
import { createSimulatedClouds } from '../src/integrations/clouds/simulated.ts'
import { startTestApp, type TestApp } from './app.ts'
import { makeExam } from './catalogue.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { insertAccount } from './lab-fixture.ts'
import { createManualQueue, type ManualQueue } from './manual-queue.ts'
import { passExamTime } from './pass-exam-time.ts'

export interface ExamBench extends TestApp {
  queue: ManualQueue
  /** A published exam whose booking is open. */
  exam(slug: string, changes?: Partial<typeof schema.exams.$inferInsert>): Promise<typeof schema.exams.$inferSelect>
  /** Gives the learner the exam, as a voucher does. */
  give(username: string, exam: { id: string }): Promise<void>
  addAccounts(count: number, more?: Partial<typeof schema.cloudAccounts.$inferInsert>): Promise<void>
  attempt(username: string, exam: { id: string }): Promise<typeof schema.examAttempts.$inferSelect>
  ledger(username: string, exam: { id: string }): Promise<(typeof schema.examLedger.$inferSelect)[]>
  /** Lets time pass for an attempt: everything about it lies so much further back. */
  pass(username: string, exam: { id: string }, minutes: number): Promise<void>
  mails(username: string): Promise<(typeof schema.outbox.$inferSelect)[]>
}

/** A server with clouds that take no time, its jobs worked by hand. */
export async function openExamBench(database?: TestDatabase): Promise<ExamBench> {
  const opened = database ?? (await openTestDatabase())
  const holder: { deps?: Deps } = {}
  const queue = createManualQueue(() => holder.deps!)
  const clouds = withCallTimeouts(createSimulatedClouds(opened.db))
  const app = await startTestApp({ database: opened, deps: { queue, clouds } })
  holder.deps = app.deps
  const { db, secrets } = app.deps
  const newest = async (username: string, { id }: { id: string }) => {
    const [row] = await db
      .select()
      .from(schema.examAttempts)
      .where(and(eq(schema.examAttempts.user_id, await app.idOf(username)), eq(schema.examAttempts.exam_id, id)))
      .orderBy(sql`number desc`)
    return row!
  }
  return {
    ...app,
    queue,
    exam: (slug, changes = {}) =>
      makeExam(db, slug, {
        bookable: true,
        duration_minutes: 240,
        cooldown_days: [7],
        module_stages: [
          { name: 'Drawing the account', resources: [{ type: 'aws_iam_user', name: 'candidate' }] },
          { name: 'Handing you the keys', resources: [{ type: 'aws_iam_access_key', name: 'candidate-key' }] },
        ],
        ...changes,
      }),
    async give(username, { id }) {
      const userId = await app.idOf(username)
      await db.transaction(async (tx) => {
        await grant(tx, { userId, exam: id, source: 'voucher' })
        await openAttempt(tx, userId, id)
      })
    },
    async addAccounts(count, more) {
      await Promise.all(Array.from({ length: count }, () => insertAccount(db, secrets, more)))
    },
    attempt: newest,
    async ledger(username, exam) {
      const { id } = await newest(username, exam)
      return db.select().from(schema.examLedger).where(eq(schema.examLedger.attempt_id, id)).orderBy(sql`position`)
    },
    async pass(username, exam, minutes) {
      const { id } = await newest(username, exam)
      await passExamTime(db, id, minutes)
    },
    async mails(username) {
      const userId = await app.idOf(username)
      return db.select().from(schema.outbox).where(eq(schema.outbox.user_id, userId)).orderBy(sql`created_at`)
    },
  }
}

/** A date and hour so many hours from now, in UTC, as calls take it. */
export function hourFromNow(hours: number) {
  const at = new Date(Date.now() + hours * 3_600_000)
  return { date: at.toISOString().slice(0, 10), hour: at.getUTCHours(), time_zone: 'UTC' }
}
