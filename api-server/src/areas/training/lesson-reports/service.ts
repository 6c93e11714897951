import { type MyLessonReport, operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { paths } from '@flagyard/api-types/links'
import { recordAudit, recordAudits } from '../../../audit-log/record.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { BulkAction, BulkRun, Item, Outcome } from '../../../extension-points/bulk-action.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { greeting, type OutgoingMail, prepareMail, queueMail, queueMails } from '../../../mail/outbox.ts'
import { findOpenLesson } from '../../catalogue/progress/index.ts'
import { lockAccountNoKey } from '../../platform/auth/index.ts'
import * as queries from './queries.ts'
import { closeRefusal, decideReports, type FoundReport, findReports, reportSource } from './queries.ts'
import { lessonReportLabel } from './sql.ts'

/** Maximum number of unanswered reports per learner and lesson. */
export const MAX_UNANSWERED = 3

interface Place {
  slug: string
  section: string
  lesson: string
}

export async function reportLesson(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  { slug, section, lesson: lessonSlug }: Place,
  { kind, words }: Output<'lessonReportPayload'>,
): Promise<MyLessonReport> {
  const { course, lesson } = await findOpenLesson(db, user, slug, section, lessonSlug)
  const report = { user_id: user.id, course_id: course.id, lesson_id: lesson.id, kind, words }
  return db.transaction(async (tx) => {
    await lockAccountNoKey(tx, user.id)
    if ((await queries.countUnanswered(tx, user.id, lesson.id)) >= MAX_UNANSWERED)
      throw new ApiError(
        'conflict',
        `We have ${MAX_UNANSWERED} reports of yours about this lesson, and answer those first. Thank you!`,
      )
    return toMine(await queries.insertReport(tx, report, lesson.kind === 'video' && lesson.video !== null))
  })
}

/** The learner's own reports about a lesson that they can open, latest first. */
export async function listMyReports(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  { slug, section, lesson: lessonSlug }: Place,
): Promise<MyLessonReport[]> {
  const { lesson } = await findOpenLesson(db, user, slug, section, lessonSlug)
  return (await queries.listReportsOf(db, user.id, lesson.id)).map(toMine)
}

const toMine = ({ created_at, decided_at, ...report }: queries.LessonReport): MyLessonReport => ({
  ...report,
  created_at: created_at.toISOString(),
  decided_at: decided_at?.toISOString() ?? null,
})

type Row = Omit<Accepted<'lessonReportRow'>, 'allowed'>

export function allowedOnReport({ state }: { state: string }, caller: CurrentUser) {
  const may = mayCall(operations.decideLessonReport, caller)
  return allowedAmong({ accept: may && state === 'open', close: may && state !== 'closed' })
}

/** Hides the reporter from administrators who may not list the learners of a course. */
export const hideReporter = <R extends Pick<Row, 'username'>>(row: R, caller: CurrentUser): R =>
  mayCall(operations.listCourseUsers, caller) ? row : { ...row, username: null }

/** Accepts or closes a report. Closing it sends a mail to the learner, unless the account was deleted. */
export async function decideReport(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  by: AuditActor,
  id: string,
  { version, state, answer }: Output<'lessonReportDecision'>,
): Promise<void> {
  const [found] = await queries.findReports(db, [id])
  if (!found) throw new ApiError('not_found', 'There is no such report.')
  const { report, course, learner } = found
  if (answer && state !== 'closed') throw invalidField('answer', 'An answer is only sent when the report is closed')
  if (report.state === 'closed') throw new ApiError('conflict', 'This report is already closed.')
  if (report.state === state) throw new ApiError('conflict', 'This report was already accepted.')
  const sentAnswer = answer || null
  const mail =
    state === 'closed' && learner
      ? await prepareMail(closedMail({ ...found, learner }, sentAnswer, config.publicUrl))
      : undefined
  await db.transaction(async (tx) => {
    const decision = { state, answer: sentAnswer, decided_by: by.actor.id }
    if (!(await queries.decideReports(tx, [report.id], decision, version)))
      throw new ApiError('stale_version', 'Another administrator has decided about this report. Please reload it.')
    if (mail) await queueMail(tx, mail)
    await recordAudit(tx, {
      ...by,
      action: state === 'closed' ? 'lesson_reports.close' : 'lesson_reports.accept',
      subject: { type: 'course', id: course },
      before: { report: report.id, state: report.state },
      after: { lesson: found.lesson.title, state, ...(sentAnswer && { answer: sentAnswer }) },
    })
  })
}

export const lessonReportBulkActions = {
  'lesson_reports.close': {
    source: reportSource,
    resourceName: 'report',
    label: lessonReportLabel,
    refusal: () => closeRefusal,
    chunk: 20,
    apply: closeMany,
  },
} satisfies Record<string, BulkAction>

/** Closes reports without an answer. Each learner gets a mail of thanks. */
async function closeMany(tx: Tx, items: Item[], { actor, address, jobId, deps }: BulkRun): Promise<Outcome[]> {
  const found = await findReports(
    tx,
    items.map(({ id }) => id),
  )
  const ids = found.map(({ report }) => report.id)
  await decideReports(tx, ids, { state: 'closed', answer: null, decided_by: actor.id })
  const mails = found.flatMap(({ learner, ...one }) =>
    learner ? [prepareMail(closedMail({ ...one, learner }, null, deps.config.publicUrl))] : [],
  )
  await queueMails(tx, await Promise.all(mails))
  await recordAudits(
    tx,
    found.map(({ report, course, lesson }) => ({
      actor,
      address,
      jobId,
      action: 'lesson_reports.close' as const,
      subject: { type: 'course', id: course },
      before: { report: report.id, state: report.state },
      after: { lesson: lesson.title, state: 'closed' },
    })),
  )
  return ids.map((id) => ({ id }))
}

type Closed = Omit<FoundReport, 'learner'> & { learner: NonNullable<FoundReport['learner']> }

/** Sent once, when a report is closed: thanks and the answer. */
const closedMail = (
  { report, course, section, lesson, learner }: Closed,
  answer: string | null,
  publicUrl: string,
): OutgoingMail => ({
  kind: 'lesson_report_closed',
  to: learner.email,
  userId: learner.id,
  dedupeKey: `lesson_report:${report.id}:closed`,
  content: {
    subject: `Your report about “${lesson.title}”`,
    preview: 'We have looked at what you told us. Thank you.',
    heading: 'Thank you for telling us',
    paragraphs: [
      greeting(learner),
      `You told us about an error in the lesson “${lesson.title}”: “${report.words}”`,
      answer ? `We have looked at it, and answer: ${answer}` : 'We have looked at it, and your report is closed.',
    ],
    // An archived lesson can no longer be opened.
    action: lesson.archived_at
      ? { label: 'Open the course', url: `${publicUrl}${paths.classroom(course)}` }
      : { label: 'Open the lesson', url: `${publicUrl}${paths.lesson(course, { section, lesson: lesson.slug })}` },
  },
})
