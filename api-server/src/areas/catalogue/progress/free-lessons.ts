import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import * as courses from '../courses/index.ts'
import { findLab } from '../labs/index.ts'
import * as progress from './queries.ts'
import { progressOf, recordCompletion } from './service.ts'
import { readSignedValues, signValues, signVideoUrls, VISITOR } from './video.ts'
import { clipIntervals, coveredShare, MAX_PLAYBACK_RATE, mergeIntervals } from './watch-time.ts'

type VisitorProgress = Output<'visitorProgressPayload'>['lessons'][number]

/** A free lesson with its text and video, for anyone who can see its course. */
export async function readFreeLesson(
  deps: Pick<Deps, 'db' | 'secrets' | 'clock' | 'files'>,
  user: CurrentUser | null,
  { slug, section, lesson: lessonSlug }: { slug: string; section: string; lesson: string },
): Promise<Output<'freeLesson'>> {
  const { secrets, clock, db } = deps
  await courses.findVisible(db, slug, user)
  const { lesson } = await courses.findLesson(db, slug, section, lessonSlug)
  const isRehearsed = courses.isFreeToRehearse(lesson)
  if (!courses.isFreeLesson(lesson) && !isRehearsed)
    throw new ApiError('no_access', 'This lesson is not free. It opens with the course.', {
      extra: { rule: 'not_entitled' },
    })
  return {
    title: lesson.title,
    kind: lesson.kind,
    body: lesson.body,
    duration_seconds: lesson.duration_seconds,
    video: await signVideoUrls(deps, lesson, VISITOR),
    lab: isRehearsed ? await readRehearsedLab(db, lesson.lab_id) : null,
    receipt: signValues(secrets.key('free-lesson-receipt'), [lesson.id, clock.now().toISOString()]),
  }
}

async function readRehearsedLab(db: Db, id: string | null) {
  const lab = id === null ? null : await findLab(db, { id })
  if (lab?.status !== 'published' || lab.module_stages.length === 0) return null
  const { slug, title, cloud } = lab
  return { slug, title, cloud }
}

/**
 * Adds progress from before signing in to the account's progress. Never reduces it, and is idempotent. Skips lessons that are no longer free or no
 * longer exist, and receipts that are not ours.
 */
export async function keepVisitorProgress(
  deps: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  user: CurrentUser,
  watched: VisitorProgress[],
): Promise<Accepted<'keptProgress'>[]> {
  const saved: Accepted<'keptProgress'>[] = []
  for (const { receipt, ...one } of watched) {
    const opened = readReceipt(deps, receipt)
    const found = opened && (await courses.findFreeLesson(deps.db, opened.lessonId, user))
    if (!found) continue
    const accepted = { ...one, intervals: clip(one.intervals, found.lesson, opened.secondsAgo) }
    const row = await deps.db.transaction((tx) => addProgress(tx, user.id, found, accepted))
    saved.push({ slug: found.course.slug, ...progressOf(found.section.slug, found.lesson, row) })
  }
  return saved
}

/** The lesson that was opened and how long ago; null if the receipt is not ours. */
function readReceipt({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>, receipt: string) {
  const [lessonId, openedAt] = readSignedValues(secrets.key('free-lesson-receipt'), receipt) ?? []
  if (lessonId === undefined || openedAt === undefined) return null
  return { lessonId, secondsAgo: (clock.now().getTime() - Date.parse(openedAt)) / 1000 }
}

/** Visitors have no watch clock, so the watched time is limited to the time since the lesson was opened. */
const clip = (intervals: [number, number][], lesson: courses.LessonRow, secondsAgo: number) =>
  clipIntervals(intervals, lesson.duration_seconds, secondsAgo * MAX_PLAYBACK_RATE)

async function addProgress(
  tx: Db,
  userId: string,
  { course, lesson }: NonNullable<Awaited<ReturnType<typeof courses.findFreeLesson>>>,
  { position_seconds, intervals }: Omit<VisitorProgress, 'receipt'>,
) {
  await progress.touchWatchClock(tx, userId)
  await progress.saveFirstSeen(tx, userId, course.id, lesson.id)
  const current = await progress.lockLessonProgress(tx, userId, lesson)
  const merged = mergeIntervals([...current.intervals, ...intervals])
  const row = await progress.saveWatching(tx, userId, lesson.id, {
    intervals: merged,
    // A position already saved with the account takes precedence.
    ...(current.position_seconds > 0 ? {} : { position_seconds: Math.min(position_seconds, lesson.duration_seconds) }),
  })
  const isWatched =
    lesson.kind === 'video' && coveredShare(merged, lesson.duration_seconds) + 1e-9 >= course.video_share
  if (!isWatched || row.completed_at) return row
  await recordCompletion(tx, userId, lesson)
  return progress.lockLessonProgress(tx, userId, lesson)
}
