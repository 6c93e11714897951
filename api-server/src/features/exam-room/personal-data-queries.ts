import { asc, eq, inArray } from 'drizzle-orm'
import {
  conductCases,
  examAttempts,
  examLedger,
  examNotes,
  examReports,
  examSupport,
  exams,
  extraPoints,
  incidents,
} from '../../db/schema/index.ts'
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
  snapshot_id: { notExported: 'the exam as it was booked, which is about nobody' },
  checked_in_at: { exported: true },
  ready_at: { exported: true },
  admitted_address: { exported: true },
  address_change: { notExported: because.work },
  address_problem: { exported: true },
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
  flag_id: { notExported: 'told by its name in the reason' },
  incident_id: { notExported: 'told by the reason, which begins with its title' },
  incident_round: { notExported: because.work },
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
const doubts = personalRows(conductCases, {
  id: { notExported: because.ours },
  attempt_id: { exported: true },
  state: { exported: true },
  evidence: { exported: true },
  opened_by: { notExported: because.administrator },
  created_at: { exported: true },
  answer: { exported: true },
  answered_at: { exported: true },
  decision: { exported: true },
  decided_by: { notExported: because.administrator },
  decided_at: { exported: true },
  version: { notExported: because.work },
})
const written = personalRows(examNotes, {
  attempt_id: { exported: true },
  text: { exported: true },
  updated_at: { exported: true },
  version: { notExported: because.work },
})
const problems = personalRows(examReports, {
  id: { notExported: because.ours },
  attempt_id: { exported: true },
  kind: { exported: true },
  text: { exported: true },
  at: { exported: true },
  minute: { exported: true },
  environment: { exported: true },
  answer: { exported: true },
  answered_by: { notExported: because.administrator },
  answered_at: { exported: true },
  version: { notExported: because.work },
})
const looks = personalRows(examSupport, {
  id: { notExported: because.ours },
  attempt_id: { exported: true },
  asked_by: { notExported: because.administrator },
  reason: { exported: true },
  confirm_by: { exported: true },
  code_hash: { notExported: because.opens },
  code_tries: { notExported: because.work },
  asked_at: { exported: true },
  confirm_until: { notExported: because.work },
  confirmed_by: { notExported: because.administrator },
  opened_at: { exported: true },
  open_until: { exported: true },
  ended_at: { exported: true },
})
const reported = personalColumns(incidents, {
  id: { notExported: incident, kept: incident },
  title: { notExported: incident, kept: incident },
  cloud: { notExported: incident, kept: incident },
  region: { notExported: incident, kept: incident },
  exam_id: { notExported: incident, kept: incident },
  from_at: { notExported: incident, kept: incident },
  until_at: { notExported: incident, kept: incident },
  actor_id: {
    notExported: because.administrator,
    kept: 'an id alone, which leads to nobody once that account is gone',
  },
  created_at: { notExported: incident, kept: incident },
  updated_at: { notExported: incident, kept: incident },
  version: { notExported: because.work, kept: incident },
})

export const examData: PersonalData = {
  name: 'exams',
  tables: [sat, entries, asked, doubts, written, problems, looks, reported],
  erased: 'Your exams: bookings, attempts, notes, reports and results.',
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
      notes: await db.select(written.shown).from(examNotes).where(inArray(examNotes.attempt_id, mine)),
      reports: await db
        .select(problems.shown)
        .from(examReports)
        .where(inArray(examReports.attempt_id, mine))
        .orderBy(asc(examReports.at)),
      support: await db
        .select(looks.shown)
        .from(examSupport)
        .where(inArray(examSupport.attempt_id, mine))
        .orderBy(asc(examSupport.asked_at)),
      extra_points: await db.select(asked.shown).from(extraPoints).where(inArray(extraPoints.attempt_id, mine)),
      conduct_cases: await db.select(doubts.shown).from(conductCases).where(inArray(conductCases.attempt_id, mine)),
    }
  },
  async erase(tx, { id }) {
    await tx.delete(examAttempts).where(eq(examAttempts.user_id, id))
  },
}
