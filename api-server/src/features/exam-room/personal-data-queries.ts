import { asc, eq, inArray } from 'drizzle-orm'
import { examAttempts, examLedger, exams, extraPoints, incidentAttempts, incidents } from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns, personalRows } from '../../extension-points/personal-data.ts'

const incident = 'about an exam, and no person'

const sat = personalRows(examAttempts, {
  id: { exported: true },
  exam_id: { notExported: 'told by its name' },
  user_id: { notExported: because.ours },
  entitlement_id: { notExported: because.ours },
  number: { exported: true },
  state: { exported: true },
  scheduled_at: { exported: true },
  time_zone: { exported: true },
  reschedules_used: { exported: true },
  resets_used: { exported: true },
  started_at: { exported: true },
  active_until: { exported: true },
  clock_stopped_at: { exported: true },
  points: { exported: true },
  extra_points: { exported: true },
  decided_at: { exported: true },
  counted: { exported: true },
  calendar_sequence: { notExported: because.work },
  available_from: { exported: true },
  terms: { exported: true },
  checked_in_at: { exported: true },
  ready_at: { exported: true },
  barred_until: { exported: true },
  created_at: { exported: true },
  version: { notExported: because.work },
})
const entries = personalRows(examLedger, {
  id: { notExported: because.ours },
  attempt_id: { exported: true },
  position: { notExported: because.work },
  kind: { exported: true },
  seconds: { exported: true },
  points: { exported: true },
  from_at: { exported: true },
  until_at: { exported: true },
  reason: { exported: true },
  actor_id: { notExported: because.administrator },
  at: { exported: true },
})
const asked = personalRows(extraPoints, {
  id: { notExported: because.ours },
  attempt_id: { exported: true },
  url: { exported: true },
  note: { exported: true },
  state: { exported: true },
  points: { exported: true },
  reason: { exported: true },
  decided_by: { notExported: because.administrator },
  decided_at: { exported: true },
  created_at: { exported: true },
})
const hits = personalRows(incidentAttempts, {
  incident_id: { notExported: 'told by the ledger' },
  attempt_id: { notExported: 'told by the ledger' },
  applied_at: { notExported: 'told by the ledger' },
})
const reported = personalColumns(incidents, {
  id: { notExported: incident, kept: incident },
  title: { notExported: incident, kept: incident },
  message: { notExported: incident, kept: incident },
  scope: { notExported: incident, kept: incident },
  from_at: { notExported: incident, kept: incident },
  until_at: { notExported: incident, kept: incident },
  actor_id: {
    notExported: because.administrator,
    kept: 'an id alone, which leads to nobody once that account is gone',
  },
  created_at: { notExported: incident, kept: incident },
})

export const examData: PersonalData = {
  name: 'exams',
  tables: [sat, entries, asked, hits, reported],
  erased: 'Your exams: bookings, attempts and results.',
  async collect(db, { id }) {
    const mine = db.select({ id: examAttempts.id }).from(examAttempts).where(eq(examAttempts.user_id, id))
    return {
      attempts: await db
        .select({ exam: exams.slug, title: exams.title, ...sat.shown })
        .from(examAttempts)
        .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
        .where(eq(examAttempts.user_id, id))
        .orderBy(asc(examAttempts.created_at)),
      ledger: await db
        .select(entries.shown)
        .from(examLedger)
        .where(inArray(examLedger.attempt_id, mine))
        .orderBy(asc(examLedger.position)),
      extra_points: await db.select(asked.shown).from(extraPoints).where(inArray(extraPoints.attempt_id, mine)),
    }
  },
  async erase(tx, { id }) {
    await tx.delete(examAttempts).where(eq(examAttempts.user_id, id))
  },
}
