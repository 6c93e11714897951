import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { findCookieSession } from '../auth/sessions/refresh.ts'
import { findLessonById, type LessonRow } from '../courses/service.ts'
import { findOpenLesson } from './service.ts'

/** Lifetime of a video URL; the player requests a new one before it ends. */
export const VIDEO_URL_SECONDS = 15 * 60

/** Creates short-lived URLs on our origin, bound to the account, the file and the time. */
export async function createVideoUrls(
  { db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  user: CurrentUser,
  lessonRef: { slug: string; section: string; lesson: string },
): Promise<Output<'videoUrl'>> {
  const { lesson } = await findOpenLesson(db, user, lessonRef.slug, lessonRef.section, lessonRef.lesson)
  if (!lesson.video) throw new ApiError('not_found', 'This lesson has no video.')
  const expires = Math.floor(clock.now().getTime() / 1000) + VIDEO_URL_SECONDS
  const url = (file: string) => `/api/v1/videos/${sign(secrets, { user: user.id, lesson: lesson.id, file, expires })}`
  return {
    url: url('video'),
    captions: lesson.captions.map(({ lang, label }) => ({ lang, label, url: url(`captions-${lang}`) })),
    duration_seconds: lesson.duration_seconds,
    expires_at: new Date(expires * 1000).toISOString(),
  }
}

/**
 * The file behind a video URL, for a session of the account that requested it. `<video>` sends a cookie but cannot send
 * a bearer token.
 */
export async function findVideoFile(
  { db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  token: string,
  cookie: string | undefined,
): Promise<{ key: string; type: string }> {
  const claims = verify(secrets, token)
  if (!claims || claims.expires * 1000 <= clock.now().getTime())
    throw new ApiError('not_found', 'This video link has expired. Please reload the lesson.')
  const session = await findCookieSession({ db }, cookie)
  if (session?.userId !== claims.user) throw new ApiError('not_found', 'This video link belongs to another account.')
  const lesson = await findLessonById(db, claims.lesson)
  const key = lesson && keyOf(lesson, claims.file)
  if (!key) throw new ApiError('not_found', 'This file no longer exists.')
  return { key, type: typeOf(key) }
}

const typeOf = (key: string) =>
  key.endsWith('.vtt') ? 'text/vtt; charset=utf-8' : key.endsWith('.webm') ? 'video/webm' : 'video/mp4'

function keyOf(lesson: LessonRow, file: string): string | null {
  if (file === 'video') return lesson.video
  return lesson.captions.find(({ lang }) => `captions-${lang}` === file)?.file ?? null
}

interface Claims {
  user: string
  lesson: string
  file: string
  expires: number
}

function sign(secrets: Pick<Deps['secrets'], 'key'>, { user, lesson, file, expires }: Claims): string {
  const payload = Buffer.from([user, lesson, file, expires].join('|')).toString('base64url')
  return `${payload}.${mac(secrets, payload)}`
}

function verify(secrets: Pick<Deps['secrets'], 'key'>, token: string): Claims | null {
  const [payload = '', signature = ''] = token.split('.')
  const [actual, expected] = [Buffer.from(signature), Buffer.from(mac(secrets, payload))]
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  const [user = '', lesson = '', file = '', expires = '0'] = Buffer.from(payload, 'base64url')
    .toString('utf8')
    .split('|')
  return { user, lesson, file, expires: Number(expires) }
}

const mac = (secrets: Pick<Deps['secrets'], 'key'>, payload: string) =>
  createHmac('sha256', secrets.key('video-url')).update(payload).digest('base64url')
