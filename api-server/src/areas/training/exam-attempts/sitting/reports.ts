import type { ExamReport } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { isolate } from '@flagyard/api-types/contract/isolate'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { supportAddress } from '../../../../brand.ts'
import { readNow } from '../../../../db/now.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { paragraphsOf } from '../../../../mail/message.ts'
import { type OutgoingMail, prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import { findExamEnvironment } from '../../../clouds/deployments/index.ts'
import { findClock, listAttempts, lockAttempt } from '../attempts/attempt-queries.ts'
import { millisecondsLeft } from '../attempts/exam-clock.ts'
import { auditExam } from '../audit.ts'
import { examMail } from '../mails.ts'
import { findUserAttempt } from '../user-attempt.ts'
import { countRecentReports, findReport, insertReport, updateAnswer } from './queries.ts'

/** Maximum number of reports per candidate and hour, because each one sends a mail to support. */
const MAX_REPORTS_PER_HOUR = 6

/** Stores a problem report during preparation or the exam, with the state of the attempt, and notifies support. */
export async function reportProblem(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  user: CurrentUser,
  slug: string,
  payload: Output<'examReportPayload'>,
): Promise<Accepted<'examReport'>> {
  const exam = await findExam(db, { slug })
  const [newest] = await listAttempts(db, user.id, exam.id)
  if (!newest) throw new ApiError('not_found', `There is no exam called ${slug} among yours.`)
  const mail = await prepareMail(
    reportMail(supportAddress(config), config.publicUrl, { exam, candidate: user, report: payload }),
  )
  return db.transaction(async (tx) => {
    const { id, state } = await lockAttempt(tx, newest.id)
    if (state !== 'preparing' && state !== 'active')
      throw new ApiError(
        'conflict',
        'You can report problems here while your exam is being prepared or running. Otherwise, please write to us.',
      )
    if ((await countRecentReports(tx, id)) >= MAX_REPORTS_PER_HOUR)
      throw new ApiError('rate_limited', 'We have received your reports of the last hour and are working on them.', {
        retryAfter: 600,
      })
    const clock = await findClock(tx, id)
    const passed = clock.granted_seconds * 1000 - millisecondsLeft(clock, await readNow(tx))
    const found = (await findExamEnvironment(tx, id))?.deployment
    const stage = found?.stages.find((one) => one.state === 'active')?.name ?? null
    const report = await insertReport(tx, {
      attempt_id: id,
      ...payload,
      minute: clock.started_at ? Math.max(0, Math.floor(passed / 60_000)) : null,
      environment: found ? { state: found.state, stage } : null,
    })
    await queueMail(tx, mail)
    return report
  })
}

/** Answers a report, once. The candidate sees the answer in the room and gets it by mail. */
export async function answerReport(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  by: AuditActor,
  names: { username: string; id: string; report: string },
  { version, answer }: Output<'examReportAnswer'>,
): Promise<void> {
  const { user, attempt } = await findUserAttempt(db, names)
  const report = await findReport(db, attempt.id, names.report)
  if (!report) throw new ApiError('not_found', 'There is no such report.')
  const exam = await findExam(db, { id: attempt.exam_id })
  const mail = await prepareMail(
    reportAnswerMail(config.publicUrl, { exam, candidate: user, report }, { id: report.id, text: answer }),
  )
  await db.transaction(async (tx) => {
    if (!(await updateAnswer(tx, report.id, { version, answer, actor_id: by.actor.id })))
      throw new ApiError('stale_version', 'Another administrator has already answered this report.')
    await queueMail(tx, mail)
    await auditExam(tx, { user, exam }, by, 'exams.answer_report', {
      before: { report: report.text, answer: null },
      after: { report: report.text, answer },
    })
  })
}

interface Reported {
  exam: { slug: string; title: string }
  candidate: { id: string; username: string; email: string; full_name: string }
  report: Pick<ExamReport, 'kind' | 'text'>
}

const reportKinds: Record<ExamReport['kind'], string> = {
  environment: 'the environment',
  flag: 'a flag',
  connection: 'the connection',
  other: 'something else',
}

const reportMail = (to: string, publicUrl: string, { exam, candidate, report }: Reported): OutgoingMail => ({
  kind: 'exam_report',
  to,
  content: {
    subject: `A candidate reports a problem: ${exam.title}`,
    preview: report.text.slice(0, 120),
    heading: 'A candidate is waiting for an answer',
    paragraphs: [
      `${isolate(candidate.full_name)} (${candidate.username}) is taking “${exam.title}” and has a problem with ${reportKinds[report.kind]}:`,
      ...paragraphsOf(report.text),
    ],
    action: { label: 'Answer in the console', url: `${publicUrl}${consolePaths.user(candidate.username)}/exams` },
  },
})

const reportAnswerMail = (
  publicUrl: string,
  { exam, candidate, report }: Reported,
  answer: { id: string; text: string },
): OutgoingMail =>
  examMail(
    { ...candidate, ...exam, user_id: candidate.id },
    {
      kind: 'exam_report_answered',
      dedupeKey: `exam-report:${answer.id}:answered`,
      subject: 'We answered your report',
      preview: answer.text.slice(0, 120),
      paragraphs: [
        `You told us about a problem with ${reportKinds[report.kind]} in “${exam.title}”. This is our answer:`,
        ...paragraphsOf(answer.text),
      ],
    },
    publicUrl,
  )
