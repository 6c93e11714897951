import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '../../../db/open.ts'
import type { CourseTally, FlagTally, LessonTally, Tally } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import * as queries from './fold-queries.ts'
import { addCourseLearner, addFlagLearner, addLessonLearner, emptyCourse, emptyFlag, emptyLesson } from './tallies.ts'

/** Number of learners counted per transaction. The embedded database is blocked for that long. */
const PORTION = 200

/** Pause between two batches of learners, in milliseconds, in which other queries can use the embedded database. */
const PAUSE_MS = 10

interface Counted {
  tally: Tally
  last: string | null
}

/**
 * Counts courses, lessons and flags whose figures are from an earlier day, batch by batch. Each batch is saved with its position, so
 * an interrupted run resumes there. If a lesson changes during the count, it is counted from the beginning.
 */
export async function foldInsights(
  { db }: Pick<Deps, 'db'>,
  signal: AbortSignal,
  portion: number = PORTION,
): Promise<void> {
  await queries.addMissingSubjects(db)
  while (!signal.aborted && (await db.transaction((tx) => foldPortion(tx, portion)))) await pause(PAUSE_MS)
}

/** Returns false if nothing was left to count. */
async function foldPortion(tx: Tx, limit: number): Promise<boolean> {
  const due = await queries.claimDue(tx)
  if (!due) return false
  const { tally, last } = await countPortion(tx, due, limit)
  if (last === null) await queries.saveTally(tx, due.id, tally)
  else await queries.savePartial(tx, due.id, { partial: tally, partial_after: last, partial_of: contentOf(due) })
  return true
}

const contentOf = ({ seconds, changed_at }: queries.DueSubject) => ({ seconds, changed_at })

async function countPortion(tx: Tx, due: queries.DueSubject, limit: number): Promise<Counted> {
  const { course_id, lesson_id, flag_id, partial, partial_of: of } = due
  const goesOn = partial !== null && of?.seconds === due.seconds && of.changed_at === due.changed_at
  const before = goesOn ? partial : null
  const portion = { after: goesOn ? due.partial_after : null, limit }
  if (lesson_id !== null) {
    const learners = await queries.listLessonLearners(tx, lesson_id, due, portion)
    return addAll((before as LessonTally | null) ?? emptyLesson(), learners, addLessonLearner, limit)
  }
  if (flag_id !== null) {
    const learners = await queries.listFlagLearners(tx, flag_id, portion)
    return addAll((before as FlagTally | null) ?? emptyFlag(), learners, addFlagLearner, limit)
  }
  const learners = await queries.listCourseLearners(tx, course_id ?? '', portion)
  return addAll((before as CourseTally | null) ?? emptyCourse(), learners, addCourseLearner, limit)
}

function addAll<T extends Tally, L extends { user_id: string }>(
  tally: T,
  learners: L[],
  add: (tally: T, learner: L) => void,
  limit: number,
): Counted {
  for (const learner of learners) add(tally, learner)
  return { tally, last: learners.length < limit ? null : (learners.at(-1)?.user_id ?? null) }
}

export const insightJobs = (deps: Pick<Deps, 'db'>): Job<never>[] => [
  { name: 'insight.fold', handle: (_, { signal }) => foldInsights(deps, signal) },
]
