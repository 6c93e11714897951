import type { MyLessonReport } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findOpenLesson } from '../../catalogue/progress/service.ts'
import { lockAccountNoKey } from '../../platform/auth/service.ts'
import * as queries from './queries.ts'

/** Maximum number of unanswered reports per learner and lesson. */
export const MOST_WAITING = 3

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
    if ((await queries.countUnanswered(tx, user.id, lesson.id)) >= MOST_WAITING)
      throw new ApiError(
        'conflict',
        `We have ${MOST_WAITING} reports of yours about this lesson, and answer those first. Thank you!`,
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
