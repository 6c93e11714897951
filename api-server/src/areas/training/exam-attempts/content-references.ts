import type { ContentReferences } from '../../../extension-points/content-references.ts'
import { findExam } from '../../catalogue/exams/index.ts'
import { listAttempts, listReviewed, lockAttempt } from './attempts/attempt-queries.ts'
import { hasExam, openAttempt } from './attempts/can-schedule.ts'
import { cancelDate } from './booking/reserve.ts'
import { prepareBookingMail } from './mails.ts'
import { moveAttempts } from './queries.ts'

/** Attempts at an exam with everything recorded in them. Running exams continue to their end, even after access ends. */
export const examReferences: ContentReferences = {
  async list(db, { user_id, exam_id }) {
    const attempts = exam_id ? await listAttempts(db, user_id, exam_id) : []
    return attempts.map(({ id, number, state, scheduled_at }) => ({
      what: `Attempt ${number}: ${WORDS[state]}${state === 'scheduled' ? ` for ${scheduled_at?.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''}`,
      is: state === 'scheduled' ? 'running' : state === 'preparing' || state === 'active' ? 'lasting' : 'progress',
      key: `attempt:${id}:${state}`,
    }))
  },
  async refusal(tx, { user_id, exam_id }) {
    if (!exam_id) return null
    const attempts = await listAttempts(tx, user_id, exam_id)
    if (attempts.some(({ state }) => state === 'preparing' || state === 'active'))
      return 'The exam is in progress and continues after access ends. Wait until it is over.'
    const reviewed = await listReviewed(tx, user_id)
    if (attempts.some(({ id, state }) => state === 'provisional' || reviewed.includes(id)))
      return 'An attempt has no final result yet. Decide it first.'
    return null
  },
  async end(tx, deps, { user_id, exam_id }, { person, reason }) {
    const booked = exam_id
      ? (await listAttempts(tx, user_id, exam_id)).find(({ state }) => state === 'scheduled')
      : null
    if (!booked) return
    const attempt = await lockAttempt(tx, booked.id)
    const { state, scheduled_at: at, time_zone } = attempt
    if (state !== 'scheduled' || !at || !time_zone) return
    const exam = await findExam(tx, { id: attempt.exam_id })
    const cancelled = { exam, at, time_zone, user: person, reason, what: 'voided' as const }
    await cancelDate(tx, deps, attempt, await prepareBookingMail(deps.config.publicUrl, cancelled))
  },
  move: moveAttempts,
  async open(tx, { user_id, exam_id }) {
    if (exam_id) await openAttempt(tx, user_id, exam_id)
  },
  isUsedUp: async (tx, { user_id, exam_id }) => exam_id !== null && !(await hasExam(tx, user_id, exam_id)),
}

const WORDS = {
  purchased: 'can be booked',
  scheduled: 'booked',
  preparing: 'about to begin',
  active: 'being sat',
  provisional: 'waits for its result',
  passed: 'passed',
  failed: 'failed',
  no_show: 'missed',
  disqualified: 'disqualified',
  void: 'void',
} as const
