import { asc, eq, inArray } from 'drizzle-orm'
import { examAttempts, examLedger, exams, extraPoints } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const examData: PersonalData = {
  name: 'exams',
  tables: ['exam_attempts', 'exam_ledger', 'extra_points', 'incident_attempts'],
  erased: 'Your exams: bookings, attempts and results.',
  async collect(db, { id }) {
    const attempts = await db
      .select({
        id: examAttempts.id,
        exam: exams.slug,
        title: exams.title,
        number: examAttempts.number,
        state: examAttempts.state,
        scheduled_at: examAttempts.scheduled_at,
        time_zone: examAttempts.time_zone,
        started_at: examAttempts.started_at,
        points: examAttempts.points,
        extra_points: examAttempts.extra_points,
        decided_at: examAttempts.decided_at,
        created_at: examAttempts.created_at,
      })
      .from(examAttempts)
      .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
      .where(eq(examAttempts.user_id, id))
      .orderBy(asc(examAttempts.created_at))
    const mine = db.select({ id: examAttempts.id }).from(examAttempts).where(eq(examAttempts.user_id, id))
    const ledger = await db
      .select({
        attempt: examLedger.attempt_id,
        kind: examLedger.kind,
        seconds: examLedger.seconds,
        points: examLedger.points,
        reason: examLedger.reason,
        at: examLedger.at,
      })
      .from(examLedger)
      .where(inArray(examLedger.attempt_id, mine))
      .orderBy(asc(examLedger.at))
    const asked = await db
      .select({
        attempt: extraPoints.attempt_id,
        url: extraPoints.url,
        note: extraPoints.note,
        state: extraPoints.state,
        points: extraPoints.points,
        reason: extraPoints.reason,
        created_at: extraPoints.created_at,
      })
      .from(extraPoints)
      .where(inArray(extraPoints.attempt_id, mine))
    return { attempts, ledger, extra_points: asked }
  },
  async erase(tx, { id }) {
    await tx.delete(examAttempts).where(eq(examAttempts.user_id, id))
  },
}
