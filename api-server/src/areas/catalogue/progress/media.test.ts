import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { bucketOf } from '../../../../test/s3/open-bucket.ts'
import { type S3Server, startS3Server } from '../../../../test/s3/server.ts'
import { S3Error } from '../../../../test/s3/signature.ts'
import { lessons } from '../../../db/schema/index.ts'
import { findAccount } from '../../platform/auth/queries.ts'
import { startSession } from '../../platform/auth/sign-in/sign-in.ts'
import { grant } from '../entitlements/service.ts'

let server: S3Server
let app: TestApp
let later = 0
const clock = { now: () => new Date(Date.now() + later) }
beforeAll(async () => {
  server = await startS3Server()
})
afterEach(() => {
  server.fault = {}
})
afterAll(async () => {
  await server.close()
  vi.unstubAllEnvs()
})

/** A course of which a learner has bought a film, and another film is free. */
async function makeFilms() {
  const course = await makeCourse(app.deps.db, 'films', {}, [{ slug: 'bought' }, { slug: 'free' }])
  for (const slug of ['bought', 'free']) {
    await app.deps.db
      .update(lessons)
      .set({
        kind: 'video',
        video: `videos/${slug}.webm`,
        duration_seconds: 100,
        free_preview: slug === 'free',
        captions: [{ lang: 'en', label: 'English', file: `videos/${slug}.vtt` }],
      })
      .where(and(eq(lessons.course_id, course.id), eq(lessons.slug, slug)))
    await app.deps.files.put(`videos/${slug}.webm`, Buffer.from('0123456789'))
    await app.deps.files.put(`videos/${slug}.vtt`, Buffer.from('WEBVTT\n'))
  }
  await grant(app.deps.db, { userId: await app.idOf('learner'), course: course.id, source: 'administrator' })
}

const bought = { slug: 'films', section: 'start', lesson: 'bought' }
const free = { ...bought, lesson: 'free' }

async function cookieOf(username: string) {
  const account = await findAccount(app.deps.db, await app.idOf(username))
  const { refreshToken } = await startSession(app.deps, account!, { address: '127.0.0.1', userAgent: 'vitest' })
  return { cookie: `flagyard-session=${refreshToken}` }
}

describe.each(['the data folder', 'a bucket'])('a video in %s', (where) => {
  let url: string
  let mine: { cookie: string }
  beforeAll(async () => {
    app = await startTestApp({ config: testConfig(where === 'a bucket' ? { bucket: bucketOf(server) } : {}) })
    await makeFilms()
  })
  beforeEach(async () => {
    ;({ url } = await app.asLearner.getVideoUrl(bought))
    mine = await cookieOf('learner')
  })
  afterAll(() => app.close())

  const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    app.app.inject({ url, method, headers: { ...mine, ...headers } })

  test('streams in full and in ranges', async () => {
    const whole = await ask({})
    expect([whole.statusCode, whole.body, whole.headers['content-length']]).toEqual([200, '0123456789', '10'])
    expect([whole.headers['content-type'], whole.headers['accept-ranges']]).toEqual(['video/webm', 'bytes'])
    expect(whole.headers['cache-control']).toBe('private, no-store')
    const ranges = [
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=8-99', '89', 'bytes 8-9/10'],
    ] as const
    for (const [range, body, content] of ranges) {
      const part = await ask({ range })
      expect([part.statusCode, part.body, part.headers['content-range']], range).toEqual([206, body, content])
      expect(part.headers['content-length'], range).toBe(String(body.length))
    }
    for (const range of ['bytes=0-1,3-4', 'bytes=20-30', 'bytes=10-', 'bytes=5-2', 'bytes=', 'lines=1-2']) {
      const { statusCode, headers } = await ask({ range })
      expect([statusCode, headers['content-range']], range).toEqual([416, 'bytes */10'])
    }
  })

  test('answers HEAD without reading the file', async () => {
    const gets = () => server.requests.filter((request) => request.startsWith('GET ')).length
    const before = gets()
    const whole = await ask({}, 'HEAD')
    expect([whole.statusCode, whole.body, whole.headers['content-length']]).toEqual([200, '', '10'])
    const part = await ask({ range: 'bytes=2-4' }, 'HEAD')
    expect([part.statusCode, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      'bytes 2-4/10',
      '3',
    ])
    expect(gets()).toBe(before)
  })

  test('plays only on our own origin', async () => {
    expect(url).toMatch(/^\/api\/v1\/videos\//)
    expect((await ask({})).headers['content-security-policy']).toContain("media-src 'self' blob:;")
  })

  test('answers 404 for a missing file', async () => {
    await app.deps.files.remove('videos/bought.webm')
    expect((await ask({})).statusCode).toBe(404)
    await app.deps.files.put('videos/bought.webm', Buffer.from('0123456789'))
  })
})

describe('a video in an unreachable bucket', () => {
  beforeAll(async () => {
    app = await startTestApp({ config: testConfig({ bucket: bucketOf(server) }) })
    await makeFilms()
  })
  afterAll(() => app.close())

  test('returns an error without details of the store, and plays again afterwards', async () => {
    const { video } = await app.asVisitor.getFreeLesson(free)
    server.fault = { answer: new S3Error(403, 'AccessDenied') }
    const refused = await app.app.inject(video!.url)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.json()).toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('cannot reach our files'),
    })
    expect(refused.body).not.toMatch(/AccessDenied|flagyard-tests/)
    server.fault = {}
    expect((await app.app.inject(video!.url)).body).toBe('0123456789')
  })

  test('fails after the headers without pretending to be a complete file', async () => {
    const { video } = await app.asVisitor.getFreeLesson(free)
    const size = app.deps.files.size
    vi.spyOn(app.deps.files, 'size').mockImplementation(async (key) => {
      const bytes = await size(key)
      server.fault = { answer: new S3Error(403, 'AccessDenied') }
      return bytes
    })
    const refused = await app.app.inject({ url: video!.url, headers: { range: 'bytes=2-4' } })
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['content-range']).toBeUndefined()
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/)
    vi.restoreAllMocks()
  })
})

describe.each(['store', 'https://media.example'])('with MEDIA_URL=%s', (mediaUrl) => {
  beforeAll(async () => {
    app = await startTestApp({ config: testConfig({ bucket: bucketOf(server), mediaUrl }), deps: { clock } })
    await makeFilms()
  })
  afterAll(() => app.close())

  const origin = () => (mediaUrl === 'store' ? server.url : mediaUrl)
  /** What a CDN would do: ask the store for the same path and query. */
  const play = (url: string, range = 'bytes=2-4') => fetch(url.replace(origin(), server.url), { headers: { range } })

  test('paid and free videos play from there, from a URL that expires within minutes', async () => {
    const { video } = await app.asVisitor.getFreeLesson(free)
    for (const { url, expires_at } of [await app.asLearner.getVideoUrl(bought), video!]) {
      expect(new URL(url).origin).toBe(origin())
      const seconds = Number(new URL(url).searchParams.get('X-Amz-Expires'))
      expect(seconds).toBeLessThanOrEqual(20 * 60)
      expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000)
      const part = await play(url)
      expect([part.status, await part.text(), part.headers.get('content-type')]).toEqual([206, '234', 'video/webm'])
      expect((await play(url.replace('videos/', 'exports/'))).status).toBe(403)
    }
  })

  test('a player that failed gets a new URL from the store, and the cached one from a CDN', async () => {
    const minutes = 5 * 60_000
    later = minutes - (Date.now() % minutes) + 1_000
    const first = (await app.asVisitor.getFreeLesson(free)).video!.url
    later += 2_000
    const second = (await app.asVisitor.getFreeLesson(free)).video!.url
    later = 0
    expect(second).not.toBe(first)
    expect(second.split('#')[0]).toBe(first.split('#')[0])
    expect((await play(second)).status).toBe(206)
  })

  test('captions are served by us, because pages load them only from their own origin', async () => {
    const { captions } = (await app.asVisitor.getFreeLesson(free)).video!
    expect(captions[0]!.url).toMatch(/^\/api\/v1\/videos\//)
    expect((await app.app.inject(captions[0]!.url)).body).toBe('WEBVTT\n')
  })

  test('refuses a URL to accounts without access to the lesson', async () => {
    await expect(app.as('stranger').getVideoUrl(bought)).rejects.toMatchObject({ status: 403 })
    await expect(app.asVisitor.getVideoUrl(bought)).rejects.toMatchObject({ status: 401 })
    await expect(app.asVisitor.getFreeLesson(bought)).rejects.toMatchObject({ status: 403 })
  })

  test('pages may play media from there and load nothing else', async () => {
    const policy = String((await app.app.inject('/healthz')).headers['content-security-policy'])
    expect(policy).toContain(`media-src 'self' blob: ${origin()};`)
    expect(policy.split(origin())).toHaveLength(2)
  })
})
