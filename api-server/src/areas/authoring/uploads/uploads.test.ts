import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { createManualQueue, type ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { mp4, png } from '../../../../test/fixtures/media-files.ts'
import { bucketOf } from '../../../../test/s3/open-bucket.ts'
import { openOwnBucket } from '../../../../test/s3/own-bucket.ts'
import { type S3Server, startS3Server } from '../../../../test/s3/server.ts'
import { tusClient } from '../../../../test/servers/tus.ts'
import { lessons, storedFiles, uploadPieces, uploads } from '../../../db/schema/index.ts'

const film = readFileSync(new URL('../../../../../content/demo/files/how-iam-decides.webm', import.meta.url))
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const administrator = 'administrator-of-tests'
const idOf = (path: string) => path.split('/').at(-1) ?? ''

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(async () => {
  await server.close()
  vi.unstubAllEnvs()
})

/** Reported when skipped. */
const OWN_BUCKET = 'a bucket of one’s own (needs LONG=1 and TEST_S3_URL)'
const own = openOwnBucket()
const places = [
  { where: 'the data folder', isOpen: true },
  { where: 'a bucket', isOpen: true },
  { where: own ? `the bucket ${own.bucket.name} of TEST_S3_URL` : OWN_BUCKET, isOpen: own !== undefined },
]
describe.each(places)('uploads into $where', ({ where, isOpen }) => {
  if (!isOpen) {
    test.skip('are not tested', () => undefined)
    return
  }
  const isOwn = where.endsWith(' of TEST_S3_URL')
  let app: TestApp
  let queue: ManualQueue
  let tus: Awaited<ReturnType<typeof tusClient>>
  beforeAll(async () => {
    queue = createManualQueue(() => app.deps)
    const limits = { film: 2_000_000, picture: 20_000, download: 3000, archive: 3000, stored: 3_000_000 }
    const bucket = where === 'a bucket' ? { bucket: bucketOf(server) } : isOwn && own ? { bucket: own.bucket } : {}
    if (isOwn) vi.unstubAllEnvs()
    app = await startTestApp({ config: testConfig({ fileLimits: limits, ...bucket }), deps: { queue } })
    await app.asAdmin.getMe()
    tus = await tusClient(app, () => app.tokenOf(administrator))
  })
  afterAll(async () => {
    await app.close()
    if (isOwn) await own?.clear()
  })

  /** Sends a file in one request and runs its validation. */
  async function send(kind: string, filename: string, content: Buffer) {
    const { headers, status, body } = await tus.create(kind, filename, content.length)
    if (status !== 201) return { status, problem: JSON.parse(body), upload: null }
    const path = headers.location ?? ''
    const sent = await tus.append(path, 0, content)
    await queue.work()
    const upload = await app.asAdmin.getUpload({ id: idOf(path) })
    return { status: sent.status, problem: sent.body ? JSON.parse(sent.body) : null, upload }
  }

  /** Every key of the store below `content` and `uploads`. */
  async function keys(): Promise<string[]> {
    if (where === 'a bucket') return [...server.bucket.objects.keys()]
    if (isOwn && own) return own.keys()
    const files = await readdir(join(app.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    return files.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  }

  test('a video whose connection is cut ten times arrives complete, with its duration', async () => {
    const { headers } = await tus.create('film', 'how-iam-decides.webm', film.length)
    const path = headers.location ?? ''
    const step = Math.ceil(film.length / 10)
    for (let cuts = 0; cuts < 10; cuts += 1) {
      const at = await tus.offset(path)
      await tus.append(path, at, film.subarray(at), step - 1)
    }
    const at = await tus.offset(path)
    expect(at, 'bytes of cut requests are stored').toBe(10 * (step - 1))
    expect(at).toBeLessThan(film.length)
    expect(await app.asAdmin.getUpload({ id: idOf(path) })).toMatchObject({
      state: 'receiving',
      received: at,
      file: null,
    })
    expect(await tus.append(path, at, film.subarray(at))).toMatchObject({
      status: 204,
      headers: { 'upload-offset': String(film.length), 'tus-resumable': '1.0.0', 'cache-control': 'no-store' },
    })
    await queue.work()
    const name = `${sha256(film)}.webm`
    expect(await app.asAdmin.getUpload({ id: idOf(path) })).toMatchObject({
      state: 'ready',
      file: { name, kind: 'film', bytes: film.length, duration_seconds: 31, url: null },
    })
    expect(sha256(await buffer(app.deps.files.read(`content/${name}`)))).toBe(sha256(film))
    expect(
      (await keys()).filter((key) => key.includes('uploads/')),
      'its pieces are gone',
    ).toEqual([])
    expect(await app.deps.db.$count(uploadPieces)).toBe(0)
    // A replay of the job has nothing left to do.
    await queue.run('uploads.finish', { id: idOf(path) })
    expect(await app.asAdmin.getUpload({ id: idOf(path) })).toMatchObject({ state: 'ready' })
  })

  test('a picture is stored by checksum and size, and served publicly as a picture with a permanent cache', async () => {
    const picture = png(320, 200)
    const { upload } = await send('picture', '../../etc/My “diagram”.PNG', picture)
    const name = `${sha256(picture)}.png`
    expect(upload?.file).toEqual({
      name,
      kind: 'picture',
      bytes: picture.length,
      duration_seconds: null,
      width: 320,
      height: 200,
      url: `/api/v1/pictures/${name}#320x200`,
    })
    const shown = await app.app.inject({ url: `/api/v1/pictures/${name}` })
    expect(shown.rawPayload.equals(picture)).toBe(true)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    for (const other of [`${sha256(picture)}.jpg`, `${sha256(film)}.webm`, '..%2f..%2fsecret-key', 'x.png'])
      expect((await app.app.inject({ url: `/api/v1/pictures/${other}` })).statusCode, other).toBe(404)
    const paths = await keys()
    expect(
      paths.filter((path) => /passwd|diagram/.test(path)),
      'no part of its name becomes a path',
    ).toEqual([])
  })

  test('reads the duration at the end of an MP4, and reads captions', async () => {
    expect((await send('film', 'last.mp4', mp4(125))).upload?.file).toMatchObject({ duration_seconds: 125 })
    const captions = Buffer.from('WEBVTT\n\n1\n00:01.000 --> 00:02.500 align:start\nHello\n')
    expect((await send('captions', 'en.vtt', captions)).upload).toMatchObject({ state: 'ready' })
  })

  const lies: [what: string, kind: string, filename: string, content: Buffer, why: RegExp][] = [
    ['a program that is called a document', 'download', 'plan.pdf', Buffer.from(`MZ${'\0'.repeat(200)}`), /type exe/],
    ['a picture that is called a film', 'film', 'film.mp4', png(300, 300), /type png/],
    ['a program that is called a picture', 'picture', 'x.png', Buffer.from(`MZ${'\0'.repeat(200)}`), /type exe/],
    [
      'a page that is called a picture',
      'picture',
      'x.jpg',
      Buffer.from(`<script>${'x'.repeat(100)}`),
      /something else/,
    ],
    ['a drawing with scripts', 'picture', 'x.svg', Buffer.from('<svg/>'), /of the type png, jpg, webp/],
    ['a page that is called captions', 'captions', 'x.vtt', Buffer.from('<html></html>'), /begin with a line WEBVTT/],
    [
      'captions that end before they begin',
      'captions',
      'x.vtt',
      Buffer.from('WEBVTT\n\n00:03.000 --> 00:02.000\nx'),
      /Line 3/,
    ],
    ['a film that does not say its length', 'film', 'film.mp4', mp4(0), /does not contain its duration/],
    ['a picture without its size', 'picture', 'x.png', png(300, 300).subarray(0, 20), /damaged/],
    [
      'a picture of a billion pixels',
      'picture',
      'x.png',
      Buffer.concat([png(1, 1).subarray(0, 16), Buffer.from([0, 0, 255, 255, 0, 0, 255, 255]), Buffer.alloc(99)]),
      /10000 pixels/,
    ],
    [
      'bytes that are called text',
      'download',
      'notes.txt',
      Buffer.from([...Buffer.from('x'.repeat(100)), 0xff, 0xfe]),
      /UTF-8/,
    ],
    ['nothing', 'picture', 'x.png', Buffer.alloc(0), /empty/],
    ['another kind of file', 'poem', 'x.png', png(2, 2), /expected one of "film"/],
    ['a picture above the limit', 'picture', 'x.png', Buffer.alloc(20_001), /1 MiB/],
  ]
  test('rejects files of a false type or excessive size with a message, and stores nothing', async () => {
    const before = (await keys()).length
    for (const [what, kind, filename, content, why] of lies) {
      const { problem, upload } = await send(kind, filename, content)
      expect(upload?.refusal ?? problem?.detail, what).toMatch(why)
      expect(upload?.file ?? null, what).toBeNull()
      if (upload) await tus.remove(`/api/v1/admin/uploads/${upload.id}`)
    }
    expect((await keys()).length).toBe(before)
  })

  test('rejects more bytes than declared, a wrong offset, and a full store', async () => {
    const { headers } = await tus.create('picture', 'a.png', 100)
    const path = headers.location ?? ''
    expect(await tus.append(path, 0, Buffer.alloc(101))).toMatchObject({ status: 413 })
    expect(await tus.append(path, 5, Buffer.alloc(10))).toMatchObject({ status: 409 })
    expect((await tus.create('film', 'a.webm', 2_000_001)).status, 'larger than a video can be').toBe(413)
    expect((await tus.create('film', 'a.webm', 1_500_000)).status).toBe(201)
    const full = await tus.create('film', 'b.webm', 1_500_000)
    expect(full.status).toBe(413)
    expect(JSON.parse(full.body)).toMatchObject({
      code: 'too_large',
      detail: expect.stringContaining('Storage is full'),
    })
    expect((await app.asAdmin.getUploadRules()).left_bytes).toBeLessThan(1_500_000)
    expect(await tus.remove(path)).toMatchObject({ status: 204 })
    expect(await tus.append(path, 0, Buffer.alloc(10))).toMatchObject({ status: 404 })
  })

  test('a job deletes unfinished uploads, and after thirty days unreferenced files', async () => {
    const { db } = app.deps
    const unfinished = (await tus.create('picture', 'a.png', 100)).headers.location ?? ''
    await tus.append(unfinished, 0, png(9, 9).subarray(0, 50))
    const named = (await send('picture', 'b.png', png(64, 64))).upload?.file?.name ?? ''
    const unused = (await send('picture', 'c.png', png(65, 65))).upload?.file?.name ?? ''
    const { id } = await makeCourse(db, `pictured-${where.length}`, {}, [{ slug: 'one' }])
    await db
      .update(lessons)
      .set({ body: `![A map](/api/v1/pictures/${named}#64x64)` })
      .where(eq(lessons.course_id, id))
    await db.update(uploads).set({ updated_at: sql`now() - interval '49 hours'` })
    await queue.run('uploads.sweep')
    expect((await tus.send('HEAD', unfinished)).status).toBe(404)
    expect((await keys()).filter((key) => key.includes(idOf(unfinished)))).toEqual([])
    expect(await app.deps.files.size(`content/${unused}`), 'retained for now').not.toBeNull()
    const later = { unused_since: sql`${storedFiles.unused_since} - interval '31 days'` }
    await db.update(storedFiles).set(later)
    await queue.run('uploads.sweep')
    expect(await app.deps.files.size(`content/${unused}`)).toBeNull()
    expect(await app.deps.files.size(`content/${named}`)).not.toBeNull()
    await queue.run('uploads.sweep')
  })
})
