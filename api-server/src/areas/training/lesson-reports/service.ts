import { type MyLessonReport, operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { findOpenLesson } from '../../catalogue/progress/index.ts'
import { lockAccountNoKey } from '../../platform/auth/index.ts'
import { closedMail } from './mails.ts'
import * as queries from './queries.ts'

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
  { actor, address }: AuditActor,
  id: string,
  { version, state, answer }: Output<'lessonReportDecision'>,
): Promise<void> {
  const [found] = await queries.findReports(db, [id])
  if (!found) throw new ApiError('not_found', 'There is no such report.')
  const { report, course, learner } = found
  if (answer && state !== 'closed') throw invalidField('answer', 'It is sent once the report is closed')
  if (report.state === 'closed') throw new ApiError('conflict', 'This report was closed already.')
  if (report.state === state) throw new ApiError('conflict', 'This report was accepted already.')
  const told = answer || null
  const mail =
    state === 'closed' && learner
      ? await prepareMail(closedMail({ ...found, learner }, told, config.publicUrl))
      : undefined
  await db.transaction(async (tx) => {
    const decision = { state, answer: told, decided_by: actor.id }
    if (!(await queries.decideReports(tx, [report.id], decision, version)))
      throw new ApiError('stale_version', 'Somebody else has decided about this report. Please reload it.')
    if (mail) await queueMail(tx, mail)
    await recordAudit(tx, {
      actor,
      address,
      action: state === 'closed' ? 'lesson_reports.close' : 'lesson_reports.accept',
      subject: { type: 'course', id: course },
      before: { report: report.id, state: report.state },
      after: { lesson: found.lesson.title, state, ...(told && { answer: told }) },
    })
  })
}
