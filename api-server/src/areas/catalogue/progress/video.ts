import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findCookieSession } from '../../platform/auth/index.ts'
import { findLessonById, isFreeLesson, type LessonRow } from '../courses/index.ts'
import { findOpenLesson } from './service.ts'

/** Lifetime of a video URL in seconds. The player requests a new one before it expires. */
const VIDEO_URL_SECONDS = 15 * 60

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'clock' | 'files'>

/** Creates short-lived URLs for a learner with access to the lesson. */
export async function createVideoUrls(
  deps: NeededDeps,
  user: CurrentUser,
  lessonRef: { slug: string; section: string; lesson: string },
): Promise<Output<'videoUrl'>> {
  const { lesson } = await findOpenLesson(deps.db, user, lessonRef.slug, lessonRef.section, lessonRef.lesson)
  const urls = await signVideoUrls(deps, lesson, user.id)
  if (!urls) throw new ApiError('not_found', 'This lesson has no video.')
  return urls
}

/**
 * URLs of a lesson's video and captions for one account, or for every visitor; null without a video. Our own URLs are bound to the account, the
 * file and the time; those of a store or CDN to the file and the time. Captions are always served by us, because pages load them only from their
 * own origin.
 */
export async function signVideoUrls(
  { secrets, clock, files }: Pick<Deps, 'secrets' | 'clock' | 'files'>,
  lesson: Pick<LessonRow, 'id' | 'video' | 'captions' | 'chapters' | 'duration_seconds'>,
  viewer: string,
): Promise<Output<'videoUrl'> | null> {
  return signUrls({ secrets, clock, files }, lesson, (file) => [viewer, lesson.id, file])
}

/** The same for an editor, who sees files that are not in a published lesson yet. Such a URL is bound to the file itself. */
export async function signFileUrls(
  deps: Pick<Deps, 'secrets' | 'clock' | 'files'>,
  text: LessonFiles,
  viewer: string,
): Promise<Output<'videoUrl'> | null> {
  return signUrls(deps, text, (_file, key) => [viewer, EDITED, key])
}

type LessonFiles = Pick<LessonRow, 'video' | 'captions' | 'chapters' | 'duration_seconds'>

/** Replaces the lesson id in the URL of an editor. */
const EDITED = 'edited'

async function signUrls(
  { secrets, clock, files }: Pick<Deps, 'secrets' | 'clock' | 'files'>,
  lesson: LessonFiles,
  valuesOf: (file: string, key: string) => [viewer: string, lesson: string, file: string],
): Promise<Output<'videoUrl'> | null> {
  if (!lesson.video) return null
  const now = clock.now()
  const expires = Math.floor(now.getTime() / 1000) + VIDEO_URL_SECONDS
  const url = (file: string, key: string) =>
    `/api/v1/videos/${signValues(secrets.key('video-url'), [...valuesOf(file, key), expires])}`
  const use = { type: typeOf(lesson.video), now, seconds: VIDEO_URL_SECONDS }
  return {
    // URLs of a store are identical for some minutes, but a player retries only with a different URL. The fragment makes each one unique and is not
    // sent to the server.
    url: files.media ? `${await files.media.sign(lesson.video, use)}#${expires}` : url('video', lesson.video),
    captions: lesson.captions.map(({ lang, label, file }) => ({ lang, label, url: url(`captions-${lang}`, file) })),
    chapters: lesson.chapters,
    duration_seconds: lesson.duration_seconds,
    expires_at: new Date(expires * 1000).toISOString(),
  }
}

/** Replaces the account id in the URL of a free lesson. Valid for everyone while the lesson is free. */
export const VISITOR = 'visitor'

/**
 * The file of a video URL, for a session of the account that requested it. `<video>` sends a cookie but cannot send a bearer token. The URL of a
 * free lesson requires no session.
 */
export async function findVideoFile(
  { db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  token: string,
  cookie: string | undefined,
): Promise<{ key: string; type: string }> {
  const [viewer, lessonId = '', file = '', expires = '0'] = readSignedValues(secrets.key('video-url'), token) ?? []
  if (viewer === undefined || Number(expires) * 1000 <= clock.now().getTime())
    throw new ApiError('not_found', 'This video link has expired. Please reload the lesson.')
  if (viewer !== VISITOR && (await findCookieSession({ db }, cookie))?.userId !== viewer)
    throw new ApiError('not_found', 'This video link belongs to another account.')
  if (lessonId === EDITED) return { key: file, type: typeOf(file) }
  const lesson = await findLessonById(db, lessonId)
  const key = lesson && (viewer !== VISITOR || isFreeLesson(lesson)) && keyOf(lesson, file)
  if (!key) throw new ApiError('not_found', 'This file no longer exists.')
  return { key, type: typeOf(key) }
}

const typeOf = (key: string) =>
  key.endsWith('.vtt') ? 'text/vtt; charset=utf-8' : key.endsWith('.webm') ? 'video/webm' : 'video/mp4'

function keyOf(lesson: LessonRow, file: string): string | null {
  if (file === 'video') return lesson.video
  return lesson.captions.find(({ lang }) => `captions-${lang}` === file)?.file ?? null
}

/** Tamper-proof values for a browser: readable, with a signature. They must not contain `|`. */
export function signValues(key: Buffer, values: readonly (string | number)[]): string {
  const payload = Buffer.from(values.join('|')).toString('base64url')
  return `${payload}.${signatureOf(key, payload)}`
}

/** The signed values; null if they were changed or signed with another key. */
export function readSignedValues(key: Buffer, token: string): string[] | null {
  const [payload = '', signature = ''] = token.split('.')
  const [actual, expected] = [Buffer.from(signature), Buffer.from(signatureOf(key, payload))]
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  return Buffer.from(payload, 'base64url').toString('utf8').split('|')
}

const signatureOf = (key: Buffer, payload: string) => createHmac('sha256', key).update(payload).digest('base64url')
