import { createHash } from 'node:crypto'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { paths } from '@flagyard/api-types/links'
import { recordAudit } from '../../../../audit-log/record.ts'
import { readNow } from '../../../../db/now.ts'
import type { Db, Tx } from '../../../../db/open.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { BulkAction, BulkDetails, BulkRun, Item, Outcome } from '../../../../extension-points/bulk-action.ts'
import { greeting, type OutgoingMail, prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { extendBooking } from '../../../clouds/deployments/index.ts'
import { applyChange } from '../attempts/changes.ts'
import { readClock, secondsPaused } from '../attempts/exam-clock.ts'
import { postponeLocked } from '../judging/corrections.ts'
import { prepareBookingMail } from '../mails.ts'
import { build } from '../sitting/steps.ts'
import { type Affected, incidentCandidateSource, listAffected } from './candidate-queries.ts'
import { findIncident, listTitles } from './incident-queries.ts'
import {
  type Context,
  type Effect,
  effectOf,
  type IncidentAction,
  otherStops,
  type Plan,
  plans,
  postponement,
} from './plans.ts'
import { refusals } from './sql.ts'

/** Writes the plan for one attempt. Returns the `after` of the audit entry and the message of the job. */
type Write = (
  tx: Tx,
  affected: Affected,
  doing: Effect,
  run: BulkRun & { context: Context },
) => Promise<{ after: object; message?: string | undefined }>

/** Actions on all candidates of an incident. Each row is changed under the lock of its attempt, with its ledger, mails and audit entry. */
export const incidentBulkActions = {
  'incidents.stop': actionOf('stop', 20, async (tx, { attempt }, { change }, { context }) => {
    await applyChange(tx, attempt, change)
    return { after: { clock_stopped_at: context.now } }
  }),
  'incidents.resume': actionOf('resume', 20, async (tx, { attempt, ledger }, { change, still }, { context }) => {
    const stood_seconds = secondsPaused(readClock(ledger), context.now)
    await applyChange(tx, attempt, change)
    await extendBooking(tx, attempt.id, stood_seconds)
    return { after: { stood_seconds }, message: still ?? undefined }
  }),
  'incidents.extend': actionOf('extend', 20, async (tx, { attempt }, { change, minutes = 0, asked = 0 }) => {
    await applyChange(tx, attempt, change)
    const isBounded = minutes < asked
    return {
      after: { minutes },
      message: isBounded ? `It was extended by ${minutes} of ${asked} minutes, which is its maximum.` : undefined,
    }
  }),
  // One attempt per transaction, because each locks the pool of its cloud.
  'incidents.postpone': actionOf('postpone', 1, async (tx, { attempt, exam, user }, _doing, { deps, context }) => {
    const { scheduled_at: at, time_zone } = attempt
    if (!at || !time_zone) throw new ApiError('conflict', 'This exam has no date to cancel.')
    const mail = await prepareBookingMail(deps.config.publicUrl, { exam, at, time_zone, user, what: 'postponed' })
    await postponeLocked(tx, deps, attempt, postponement(context.by), mail)
    return { after: { state: 'purchased', scheduled_at: null } }
  }),
  'incidents.write': actionOf('write', 20, async (tx, { attempt, exam, user }, _doing, { deps, context }) => {
    const { id, subject = '', text = '' } = context.asked
    const letter = { incident: id, attempt: attempt.id, subject, text, exam, user }
    await queueMail(tx, await prepareMail(incidentMail(letter, deps.config.publicUrl)))
    return { after: { subject } }
  }),
  'incidents.rebuild': actionOf('rebuild', 1, async (tx, { attempt }, { change }, { deps }) => {
    await applyChange(tx, attempt, change)
    await build(tx, deps, attempt)
    return { after: { environment: 'building' } }
  }),
} satisfies Record<string, BulkAction>

const auditActions = {
  stop: 'exams.stop',
  resume: 'exams.resume',
  extend: 'exams.extend',
  postpone: 'exams.postpone',
  write: 'exams.write',
  rebuild: 'exams.rebuild',
} as const satisfies Record<IncidentAction, AuditAction>

function actionOf(name: IncidentAction, chunk: number, write: Write): BulkAction {
  const plan: Plan = plans[name]
  return {
    source: incidentCandidateSource,
    resourceName: 'attempt',
    chunk,
    refusal: refusals[name],
    assertComplete: (ask, isDryRun) => assertComplete(name, ask, isDryRun),
    async describe(db, rows, ask) {
      const affected = await listAffected(
        db,
        rows.map(({ id }) => id),
      )
      const context = await readContext(db, ask, affected, { actor_id: '', reason: '' })
      const refused = new Set(rows.flatMap(({ id, message }) => (message === null ? [] : [id])))
      return new Map(
        affected.map((one) => {
          const doing = refused.has(one.attempt.id) ? { change: {} } : plan(one, context)
          return [one.attempt.id, effectOf(one, doing, context.now)]
        }),
      )
    },
    async apply(tx, items, run) {
      // The rows are locked, so their ledgers cannot change meanwhile.
      const affected = await listAffected(
        tx,
        items.map(({ id }) => id),
      )
      const by = { actor_id: run.actor.id, reason: reasonOf(name, items, run) }
      const context = await readContext(tx, run.ask, affected, by)
      const outcomes: Outcome[] = []
      for (const one of affected) {
        const { after, message } = await write(tx, one, plan(one, context), { ...run, context })
        await recordAudit(tx, {
          actor: run.actor,
          address: run.address,
          action: auditActions[name],
          subject: { type: 'user', id: one.user.username },
          before: { exam: one.exam.slug, state: one.attempt.state, active_until: one.attempt.active_until },
          after: { exam: one.exam.slug, incident: context.by.incident.title, ...after },
          reason: run.reason,
          jobId: run.jobId,
        })
        outcomes.push({ id: one.attempt.id, memo: {}, ...(message && { message }) })
      }
      return outcomes
    },
  }
}

/** Reason shown to candidates. For an undo, it says that the action was undone. */
function reasonOf(name: IncidentAction, items: Item[], { reason }: BulkRun): string {
  if (!items.some(({ memo }) => memo)) return reason ?? ''
  return name === 'resume' ? 'the stop was undone' : 'the clock is paused again'
}

async function readContext(
  db: Db,
  { incident: asked }: BulkDetails,
  affected: Affected[],
  by: { actor_id: string; reason: string },
): Promise<Context> {
  const incident = asked && (await findIncident(db, asked.id))
  if (!asked || !incident) throw incidentNotFound()
  const others = affected.flatMap(({ ledger }) => otherStops(ledger, incident.id))
  return { by: { ...by, incident }, asked, titles: await listTitles(db, [...new Set(others)]), now: await readNow(db) }
}

const incidentNotFound = () => new ApiError('not_found', 'There is no such incident.')

/** A dry run of a mail shows its recipients, so it does not require a subject or text yet. */
function assertComplete(name: IncidentAction, { incident }: BulkDetails, isDryRun: boolean): void {
  if (!incident) throw invalidField('incident', 'Choose an incident')
  if (name === 'extend' && !incident.minutes) throw invalidField('incident.minutes', 'Enter the number of minutes')
  if (name !== 'write' || isDryRun) return
  if (!incident.subject) throw invalidField('incident.subject', 'Enter a subject')
  if (!incident.text?.trim()) throw invalidField('incident.text', 'Enter a text')
}

interface Letter extends Pick<Affected, 'exam' | 'user'> {
  incident: string
  attempt: string
  subject: string
  text: string
}

/** Mail to a candidate about an incident, in plain text paragraphs. The dedupe key prevents sending the same text twice. */
const incidentMail = ({ incident, attempt, subject, text, exam, user }: Letter, publicUrl: string): OutgoingMail => ({
  kind: 'exam_incident',
  to: user.email,
  userId: user.id,
  dedupeKey: `exam-incident:${incident}:${attempt}:${createHash('sha256').update(`${subject}\n${text}`).digest('hex').slice(0, 32)}`,
  content: {
    subject,
    preview: `About your exam “${exam.title}”.`,
    heading: subject,
    paragraphs: [greeting(user), ...paragraphsOf(text), `This is about your exam “${exam.title}”.`],
    action: { label: 'Open the exam room', url: publicUrl + paths.examroom(exam.slug) },
  },
})

const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
