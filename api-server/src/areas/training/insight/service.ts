import type { Accepted } from '@flagyard/api-types/contract/operation'
import { FEWEST_LEARNERS } from '@flagyard/api-types/insight/schemas'
import type { CourseTally, FlagTally, LessonTally } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { findCourseFacts } from '../../catalogue/courses/index.ts'
import * as queries from './queries.ts'
import { medianOf, totalOf } from './tallies.ts'

type Insight = Accepted<'courseInsight'>

/** Latest figures of a course, without those based on fewer than FEWEST_LEARNERS learners. Reports and failures are current. */
export async function readInsight({ db }: Pick<Deps, 'db'>, slug: string): Promise<Insight> {
  const { id } = await findCourseFacts(db, slug)
  const [course, lessons, flags, labs, failures] = await Promise.all([
    queries.findCourseTally(db, id),
    queries.listLessonTallies(db, id),
    queries.listFlagTallies(db, id),
    queries.listLabRuns(db, id),
    queries.listFailures(db, id),
  ])
  const counted = [course, ...lessons].flatMap((row) => row?.counted_at?.getTime() ?? [])
  return {
    counted_at: counted.length > 0 ? new Date(Math.max(...counted)).toISOString() : null,
    course: courseFigures(course?.tally ?? null),
    lessons: lessons.map(({ tally, has_film, counted_at: _, ...lesson }) => ({
      ...lesson,
      figures: lessonFigures(tally, has_film),
    })),
    flags: flags.map(({ tally, ...flag }) => ({ ...flag, figures: flagFigures(tally) })),
    labs: labs.map(({ ran, median, p95, ...lab }) => ({
      ...lab,
      seconds: areFew(ran) || median === null || p95 === null ? null : { median, p95 },
    })),
    failures,
  }
}

const areFew = (learners: number) => learners < FEWEST_LEARNERS

function courseFigures(tally: CourseTally | null): Insight['course'] {
  if (!tally || areFew(tally.begun)) return null
  const { begun, finished, days } = tally
  return { begun, finished, median_days: areFew(totalOf(days)) ? null : medianOf(days) }
}

function lessonFigures(tally: LessonTally | null, hasFilm: boolean): Insight['lessons'][number]['figures'] {
  if (!tally || areFew(tally.begun)) return null
  const { begun, finished, minutes, watched: learners, seen, stopped } = tally
  const sitting = totalOf(minutes)
  return {
    begun,
    finished,
    sittings: areFew(sitting) ? null : { learners: sitting, median_minutes: medianOf(minutes) ?? 0 },
    film: !hasFilm || areFew(learners) ? null : { learners, seen, stopped },
  }
}

function flagFigures(tally: FlagTally | null): Insight['flags'][number]['figures'] {
  if (!tally || areFew(tally.tried)) return null
  const { tried, solved, wrong: wrong_tries, solvedAtTry: solved_at_try } = tally
  return { tried, solved, wrong_tries, solved_at_try }
}
