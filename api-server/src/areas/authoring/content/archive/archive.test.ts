import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { desc, eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../../../../test/app.ts'
import { createManualQueue, type ManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import { png, webm } from '../../../../../test/fixtures/media-files.ts'
import { type ZipEntry, zip, zipOf } from '../../../../../test/fixtures/zip.ts'
import { tusClient } from '../../../../../test/servers/tus.ts'
import { audit, courses, lessons, uploadPieces } from '../../../../db/schema/index.ts'
import { SUMS } from './write-archive.ts'

const limits = { film: 200_000, picture: 20_000, download: 3000, archive: 300_000, stored: 2_000_000 }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const film = webm(12)

let app: TestApp
let queue: ManualQueue
let tus: Awaited<ReturnType<typeof tusClient>>
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ config: testConfig({ fileLimits: limits }), deps: { queue } })
  await app.asAdmin.getMe()
  tus = await tusClient(app, () => app.tokenOf('administrator-of-tests'))
})
afterAll(() => app.close())

async function send(content: Buffer, { kind = 'archive', filename = 'content.zip' } = {}): Promise<string> {
  const { headers, body } = await tus.create(kind, filename, content.length)
  if (!headers.location) throw new Error(body)
  await tus.append(headers.location, 0, content)
  await queue.work()
  return headers.location.split('/').at(-1) ?? ''
}

async function check(content: Buffer, prune = false) {
  const upload = await send(content)
  expect(await app.asAdmin.checkArchive({ archiveCheck: { upload, prune } })).toMatchObject({ state: 'checking' })
  await queue.work()
  return app.asAdmin.getContentImport({ id: upload })
}

async function apply({ id, version }: { id: string; version: number }) {
  await app.asAdmin.importArchive({ id, archiveImport: { version } })
  await queue.work()
  return app.asAdmin.getContentImport({ id })
}

const course = (title: string, lessons: string[]) =>
  `title: ${title}\nstatus: published\nlevel: beginner\nprice:\n  amount: 0\nsections:\n  - slug: start\n    title: Start\n    lessons:\n${lessons.map((slug) => `      - ${slug}\n`).join('')}`
const reading = (text: string) => `---\ntitle: One\nkind: reading\n---\n\n${text}\n`
const lab = (secret: string) =>
  `title: Lab\nstatus: draft\ndifficulty: beginner\ncloud: aws\nduration_minutes: 60\nmodule: m\nflags:\n  - slug: door\n    title: Door\n    question: Which?\n    type: STATIC\n    secret: ${secret}\n`
const first = (title: string): Record<string, string | Buffer> => ({
  'courses/first/course.yaml': course(title, ['one', 'film']),
  'courses/first/start/one.md': reading('Hello.'),
  'courses/first/start/film.md': '---\ntitle: Film\nkind: video\nvideo: intro.webm\nduration_seconds: 12\n---\n\n',
  'files/intro.webm': film,
  'labs/door/lab.yaml': lab('the-answer'),
})
const refusals = (found: { report: { refused: { file: string; message: string }[] } | null }) =>
  (found.report?.refused ?? []).map(({ file, message }) => `${file}: ${message}`)
const unpacked = () => join(app.deps.config.dataDir, 'unpacked')
const entriesOf = async (answer: Response) => unzipSync(new Uint8Array(await answer.arrayBuffer()))

describe('an archive', () => {
  test('is previewed, imported exactly as previewed, and exported unchanged', async () => {
    const found = await check(zip([{ name: 'my-content/', mode: 0o040755 }, ...inFolder('my-content', first('First'))]))
    expect(found).toMatchObject({ state: 'checked', version: 2, moved: false, filename: 'content.zip' })
    expect(found.report?.applied.map(({ action, kind, slug }) => `${action} ${kind} ${slug}`)).toEqual([
      'create labs door',
      'create courses first',
    ])
    expect(await app.deps.db.$count(courses), 'nothing has changed yet').toBe(0)
    expect(await apply(found)).toMatchObject({ state: 'imported', report: { applied: [{}, {}], refused: [] } })
    expect(await app.deps.db.$count(lessons)).toBe(2)
    expect(readdirSync(unpacked()), 'unpacked files are deleted').toEqual([])
    expect(await app.deps.db.$count(uploadPieces), 'the archive is deleted too').toBe(0)
    await expect(app.asAdmin.checkArchive({ archiveCheck: { upload: found.id, prune: false } })).rejects.toMatchObject({
      code: 'conflict',
    })

    const again = await check(zipOf({ ...first('First'), 'README.md': 'Left alone' }))
    expect(again.report).toMatchObject({ applied: [], refused: [] })
    const answer = await app.asAdmin.exportContent({ contentExport: { files: true } })
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="content-[\d-]{10}\.zip"$/)
    const files = await entriesOf(answer)
    const [stored] = Object.keys(files).filter((path) => path.startsWith('files/'))
    expect(Buffer.from(files[stored ?? ''] ?? []).equals(film)).toBe(true)
    expect(strFromU8(files['EXPORT.txt'] ?? new Uint8Array())).toContain('Left out: 1 secret of flags.')
    const back = await check(
      zipOf(Object.fromEntries(Object.entries(files).map(([name, b]) => [name, Buffer.from(b)]))),
    )
    expect(back.report).toMatchObject({ applied: [], refused: [] })
  })

  test('is imported exactly as previewed or not at all: if the catalogue has changed, there is a new report', async () => {
    const found = await check(zipOf({ ...first('A better title') }))
    expect(found.report?.applied).toMatchObject([{ action: 'update', slug: 'first', changed: ['title'] }])
    await app.deps.db.update(courses).set({ subtitle: 'Written meanwhile' }).where(eq(courses.slug, 'first'))
    const moved = await apply(found)
    expect(moved).toMatchObject({
      state: 'checked',
      moved: true,
      report: { applied: [{ changed: ['title', 'subtitle'] }] },
    })
    const title = async () => (await app.deps.db.select().from(courses).where(eq(courses.slug, 'first')))[0]?.title
    expect(await title()).toBe('First')
    await expect(
      app.asAdmin.importArchive({ id: found.id, archiveImport: { version: found.version } }),
    ).rejects.toMatchObject({ code: 'stale_version' })
    expect(await apply(moved)).toMatchObject({ state: 'imported', moved: false })
    expect(await title()).toBe('A better title')
    expect(
      (await app.deps.db.select().from(audit).where(eq(audit.action, 'courses.update')).orderBy(desc(audit.at)))[0],
    ).toMatchObject({ actor: 'administrator-of-tests', subject_id: 'first' })
  })

  test('with problems lists them by file and line, and cannot be imported', async () => {
    const found = await check(zipOf({ 'courses/x/course.yaml': course('X', ['missing']).replace('beginner', 'easy') }))
    expect(found.report?.refused).toMatchObject([{ file: 'courses/x/course.yaml', line: 3 }])
    await expect(apply(found)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('can reference stored files by checksum, and missing ones are reported', async () => {
    const text = first('By checksum')['courses/first/start/film.md'] ?? ''
    const by = (sum: string) =>
      zipOf({
        ...first('By checksum'),
        'files/intro.webm': film,
        [SUMS]: `${sum}  files/other.webm\n`,
        'courses/first/start/film.md': String(text).replace('intro.webm', 'other.webm'),
      })
    const known = `${sha256(film)}.webm`
    expect(await app.asAdmin.listMissingFiles({ storedFilesAsk: { names: [known, `${'0'.repeat(64)}.mp4`] } })).toEqual(
      { missing: [`${'0'.repeat(64)}.mp4`] },
    )
    expect((await check(by(sha256(film)))).report).toMatchObject({ refused: [], applied: [{ changed: ['title'] }] })
    expect(refusals(await check(by('0'.repeat(64))))).toEqual([
      'courses/first/start/film.md: The file other.webm is neither in the folder nor in the store.',
    ])
    expect(refusals(await check(zipOf({ [SUMS]: 'nonsense\n', ...first('x') })))).toMatchObject([
      expect.stringMatching(/^SHA256SUMS: Each line must have the format/),
    ])
  })

  const hostile: [what: string, entries: ZipEntry[], refused: RegExp[]][] = [
    ['a path that leads out', [{ name: 'files/../../evil.vtt' }], [/^files\/\.\.\/\.\.\/evil\.vtt: .*leads out/]],
    ['an absolute path', [{ name: '/etc/passwd' }, { name: 'C:/x.yaml' }], [/absolute/, /absolute/]],
    ['backslashes', [{ name: 'files\\..\\evil.vtt' }], [/backslashes/]],
    ['a link', [{ name: 'files/a.vtt', content: '/etc/passwd', mode: 0o120777 }], [/^files\/a\.vtt: This is a link/]],
    ['a device', [{ name: 'files/a.vtt', mode: 0o060644 }], [/This is not a file/]],
    [
      'a name twice',
      [{ name: 'forms/a.yaml' }, { name: 'forms/a.yaml' }],
      [/^forms\/a\.yaml: This is in the archive twice/],
    ],
    [
      'names that differ by capitals',
      [{ name: 'files/a.vtt' }, { name: 'files/A.vtt' }],
      [/^files\/A\.vtt: .*only in case/],
    ],
    ['two writings of one letter', [{ name: 'files/\u00e9.vtt' }, { name: 'files/e\u0301.vtt' }], [/only in case/]],
    ['control characters', [{ name: 'files/a\n\u202e.vtt' }], [/^files\/a\uFFFD\uFFFD\.vtt: .*cannot be displayed/]],
    ['no text at all', [{ name: Buffer.from([0x66, 0xff, 0xfe]) }], [/cannot be displayed/]],
    ['an endless name', [{ name: `files/${'a'.repeat(900)}.vtt` }], [/longer than 255/]],
    ['endless folders', [{ name: `files/${'a/'.repeat(20)}a.vtt` }], [/16 folders deep/]],
    ['an empty name', [{ name: 'files//a.vtt' }], [/empty part/]],
    ['a password', [{ name: 'files/a.vtt', isEncrypted: true }], [/encrypted/]],
    ['another packing', [{ name: 'forms/a.yaml', content: 'x', method: 93 }], [/not supported/]],
    ['a large text', [{ name: 'forms/a.yaml', content: ' '.repeat(1_048_577) }], [/maximum for a text is 1024 kB/]],
    [
      'a bomb by what it claims',
      [{ name: 'files/a.webm', content: Buffer.alloc(200_001) }],
      [/maximum for this type is/],
    ],
    [
      'a bomb in many parts',
      [0, 1].map((n) => ({ name: `files/${n}.webm`, content: Buffer.alloc(190_000) })),
      [/^content\.zip: Unpacked, this would be 1 MiB/],
    ],
    [
      'a bomb that lies',
      [{ name: 'files/a.webm', content: Buffer.alloc(5_000_000), claims: 1000 }],
      [/^files\/a\.webm: .*damaged/],
    ],
    ['less than it claims', [{ name: 'forms/a.yaml', content: 'title: x', claims: 1000 }], [/damaged/]],
    ['another checksum', [{ name: 'forms/a.yaml', content: 'title: x', checksum: 1 }], [/checksum does not match/]],
    ['a file where a folder is', [{ name: 'courses/a', content: 'x' }], [/not a content file/]],
    ['a program among the files', [{ name: 'files/run.exe', content: 'MZ' }], [/Files must be of the types/]],
    [
      'a program that is called a film',
      [{ name: 'files/a.webm', content: `MZ${'x'.repeat(99)}` }],
      [/^files\/a\.webm: /],
    ],
    ['nothing of content', [{ name: 'photos/one.png', content: png(2, 2) }], [/has no content/]],
  ]
  test('with hostile names, links, wrong sizes or bombs is rejected by file, and nothing is stored', async () => {
    for (const [what, entries, expected] of hostile) {
      const found = refusals(await check(zip(entries)))
      expect(found.length, `${what}: ${found}`).toBe(expected.length)
      for (const [at, pattern] of expected.entries()) expect(found[at], what).toMatch(pattern)
    }
    expect(readdirSync(unpacked())).toEqual([])
    expect(existsSync(join(app.deps.config.dataDir, 'evil.vtt'))).toBe(false)
  })

  test('that is truncated or has too many files is rejected with the reason', async () => {
    const whole = zipOf(first('First'))
    expect(refusals(await check(whole.subarray(0, whole.length - 30)))).toEqual([expect.stringMatching(/damaged/)])
    const misnamedFiles = Buffer.from(whole)
    misnamedFiles.writeUInt32LE(1, misnamedFiles.length - 6)
    expect(refusals(await check(misnamedFiles))).toEqual([expect.stringMatching(/damaged/)])
    const many = zip(Array.from({ length: 50_001 }, (_, n) => ({ name: `x/${n}`, method: 0 })))
    const { archive, stored } = limits
    Object.assign(limits, { archive: 9_000_000, stored: 9_000_000 })
    const found = await check(many)
    expect(refusals(found)).toEqual(['content.zip: An archive can contain at most 50000 files.'])
    await tus.remove(`/api/v1/admin/uploads/${found.id}`)
    await expect(app.asAdmin.getContentImport({ id: found.id }), 'deleted with its archive').rejects.toThrow()
    Object.assign(limits, { archive, stored })
  })

  test('is rejected when the storage is full, and files unpacked by a killed process are swept', async () => {
    const stored = limits.stored
    limits.stored = 1000
    const other = { ...first('First'), 'files/intro.webm': webm(12, 'another') }
    const upload = await send(zipOf(other)).catch((error: Error) => error.message)
    expect(upload).toMatch(/Storage is full/)
    limits.stored = stored
    const id = await send(zipOf(other))
    limits.stored = 1000
    await app.asAdmin.checkArchive({ archiveCheck: { upload: id, prune: false } })
    await queue.work()
    expect(refusals(await app.asAdmin.getContentImport({ id }))).toEqual([
      'files: Storage is full, so these files cannot be saved.',
    ])
    limits.stored = stored
    for (const [name, hours] of [
      ['old', 3],
      ['new', 1],
    ] as const) {
      mkdirSync(join(unpacked(), name), { recursive: true })
      writeFileSync(join(unpacked(), name, '0'), 'x')
      const then = new Date(Date.now() - hours * 3_600_000)
      utimesSync(join(unpacked(), name), then, then)
    }
    await queue.run('content.sweep')
    expect(readdirSync(unpacked())).toEqual(['new'])
  })
})

describe('an export', () => {
  test('contains flag secrets only if an owner requests them, which is audited', async () => {
    const editor = app.as('editor', { roles: ['user', 'admin'], capabilities: ['content'] })
    const labOf = async (answer: Response) =>
      strFromU8((await entriesOf(answer))['labs/door/lab.yaml'] ?? new Uint8Array())
    expect(await labOf(await editor.exportContent({ contentExport: { files: false } }))).not.toContain('the-answer')
    await expect(editor.exportContent({ contentExport: { files: false, with_secrets: true } })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(
      await labOf(await app.asAdmin.exportContent({ contentExport: { files: false, with_secrets: true } })),
    ).toContain('the-answer')
    const written = await app.deps.db
      .select()
      .from(audit)
      .where(eq(audit.action, 'content.export'))
      .orderBy(desc(audit.at))
    expect(written.slice(0, 2)).toMatchObject([
      { actor: 'administrator-of-tests', after: { secrets: true } },
      { actor: 'editor', after: { secrets: false } },
    ])
  })

  test('omits files that the target has, and uses the names of the target', async () => {
    const here = { 'mine.webm': `${sha256(film)}.webm` }
    const files = await entriesOf(await app.asAdmin.exportContent({ contentExport: { files: true, here } }))
    expect(Object.keys(files).filter((path) => path.startsWith('files/'))).toEqual([])
    expect(strFromU8(files['courses/first/start/film.md'] ?? new Uint8Array())).toContain('video: mine.webm')
  })

  test('is aborted if the store fails, so that a partial archive is not mistaken for a complete one', async () => {
    const { files } = app.deps
    const read = files.read
    files.read = (key, range) => {
      const stream = read(key, range)
      queueMicrotask(() => stream.destroy(new Error('The disk is gone')))
      return stream
    }
    try {
      const answer = await fetch(`http://127.0.0.1:${tus.port}/api/v1/admin/content/export`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await app.tokenOf('administrator-of-tests')}`,
          'content-type': 'application/json',
        },
        body: '{"files":true}',
      })
      expect(answer.status).toBe(200)
      await expect(answer.arrayBuffer()).rejects.toThrow()
    } finally {
      files.read = read
    }
    expect(await buffer(files.read(`content/${sha256(film)}.webm`))).toHaveLength(film.length)
  })
})

function inFolder(folder: string, files: Record<string, string | Buffer>): ZipEntry[] {
  return [
    ...Object.entries(files).map(([name, content]) => ({ name: `${folder}/${name}`, content })),
    { name: `__MACOSX/${folder}/._x`, content: 'what a system leaves' },
    { name: `${folder}/.DS_Store`, content: 'and here' },
  ]
}
