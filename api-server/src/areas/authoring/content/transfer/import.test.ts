import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeOnPostgres, openTestDatabase, openTestPostgres } from '../../../../../test/database.ts'
import { webm } from '../../../../../test/fixtures/media-files.ts'
import { untilWaiting } from '../../../../../test/races/lock-barrier.ts'
import type { Db, OpenedDatabase } from '../../../../db/open.ts'
import * as tables from '../../../../db/schema/index.ts'
import { defaultFileLimits } from '../../../../file-limits.ts'
import { openFileStore } from '../../../../integrations/files.ts'
import { openFolder } from '../files/folder.ts'
import { exportContent } from './export.ts'
import { importContent } from './import.ts'

const root = mkdtempSync(join(tmpdir(), 'flagyard-import-'))
const film = webm(9)
afterAll(() => rmSync(root, { recursive: true }))

let database: OpenedDatabase
let dir = ''
let store: ReturnType<typeof openFileStore>
beforeEach(async () => {
  database = await openTestDatabase()
  dir = mkdtempSync(join(root, 'content-'))
  store = openFileStore(mkdtempSync(join(root, 'store-')))
})
afterEach(() => database.close())

function write(files: Record<string, string | Buffer>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
}

const config = { fileLimits: defaultFileLimits }
const run = async (options: { prune?: boolean; dryRun?: boolean } = {}, db: Db = database.db) =>
  importContent({ db, files: store, config }, await openFolder(dir), { actor: 'command line', ...options })

const course = (lessons: string[], status = 'published') =>
  `title: First\nstatus: ${status}\nlevel: beginner\nprice:\n  amount: 0\nsections:\n  - slug: start\n    title: Start\n    lessons: [${lessons.join(', ')}]\n`
const lesson = (title = 'Lesson', head = 'kind: reading\n') => `---\ntitle: ${title}\n${head}---\n\nText.\n`
const lab = (status: string, flag = '    secret: moon\n') =>
  `title: Lab\nstatus: ${status}\ndifficulty: beginner\ncloud: aws\nmodule: m\nduration_minutes: 60\nflags:\n  - slug: one\n    title: One\n    question: What?\n    type: STATIC\n${flag}`

function writeCourse(lessons: string[]) {
  rmSync(join(dir, 'courses'), { recursive: true, force: true })
  write({ 'courses/first/course.yaml': course(lessons) })
  for (const slug of lessons) write({ [`courses/first/start/${slug}.md`]: lesson(slug) })
}

async function makeLearner(db: Db) {
  const account = { username: 'lea', email: 'lea@mail.example', password_hash: 'x', full_name: 'Lea' }
  const [row] = await db.insert(tables.users).values(account).returning()
  return row!.id
}

const lessons = async (db: Db = database.db) =>
  new Map((await db.select().from(tables.lessons)).map((row) => [row.slug, row]))
const audit = () =>
  database.db
    .select({ action: tables.audit.action, subject: tables.audit.subject_id, actor: tables.audit.actor })
    .from(tables.audit)
    .orderBy(asc(tables.audit.at), asc(tables.audit.action))

describe('an import', () => {
  it('previews its changes without making them, makes them, and has nothing to do the second time', async () => {
    writeCourse(['one', 'two'])
    const preview = await run({ dryRun: true })
    expect(preview.applied.map(({ slug, action }) => [slug, action])).toEqual([['first', 'create']])
    expect(await database.db.$count(tables.courses)).toBe(0)
    expect(await run()).toEqual(preview)
    const [row] = await database.db.select().from(tables.courses)
    expect((await run()).applied).toEqual([])
    expect(await database.db.select().from(tables.courses)).toEqual([row])
    expect(await audit()).toEqual([{ action: 'courses.create', subject: 'first', actor: 'command line' }])
  })

  it('archives a removed lesson that was started, deletes others, and restores the archived one', async () => {
    writeCourse(['one', 'two', 'three'])
    await run()
    const before = await lessons()
    const user_id = await makeLearner(database.db)
    const { id: lesson_id, course_id } = before.get('two')!
    await database.db.insert(tables.lessonProgress).values({ user_id, lesson_id, course_id, completed_at: new Date() })
    writeCourse(['one'])
    const { applied } = await run()
    expect(applied).toMatchObject([
      { action: 'update', archived: ['lesson start/two'], deleted: ['lesson start/three'] },
    ])
    const after = await lessons()
    expect([...after.keys()].toSorted()).toEqual(['one', 'two'])
    expect(after.get('two')!.archived_at).not.toBeNull()
    expect(await database.db.$count(tables.lessonProgress)).toBe(1)

    writeCourse(['two', 'one'])
    await run()
    expect((await lessons()).get('two')).toMatchObject({ id: lesson_id, archived_at: null, position: 0 })
    expect((await lessons()).get('one')!.id).toBe(before.get('one')!.id)
  })

  it('keeps a lesson that moves to another section, even onto the slug of an archived one', async () => {
    const twoSections = (a: string, b: string) =>
      `${course([])}  - slug: end\n    title: End\n    lessons: [${b}]\n`.replace('lessons: []', `lessons: [${a}]`)
    write({ 'courses/first/course.yaml': twoSections('one', 'one'), 'courses/first/start/one.md': lesson('Start') })
    write({ 'courses/first/end/one.md': lesson('End') })
    await run()
    const rows = await database.db.select().from(tables.lessons).orderBy(asc(tables.lessons.position))
    const user_id = await makeLearner(database.db)
    for (const { id: lesson_id, course_id } of rows)
      await database.db.insert(tables.lessonProgress).values({ user_id, lesson_id, course_id })
    // The last one is removed, and then the first one moves to its place.
    write({ 'courses/first/course.yaml': twoSections('one', '') })
    rmSync(join(dir, 'courses/first/end/one.md'))
    await run()
    write({ 'courses/first/course.yaml': twoSections('', 'one'), 'courses/first/end/one.md': lesson('Start') })
    rmSync(join(dir, 'courses/first/start/one.md'))
    await run()
    const live = (await database.db.select().from(tables.lessons)).filter((row) => row.archived_at === null)
    expect(live).toMatchObject([{ id: rows[0]!.id, title: 'Start' }])
    expect(await database.db.$count(tables.lessonProgress)).toBe(2)
  })

  it('keeps courses missing from the folder, and with prune archives sold ones and deletes the rest', async () => {
    writeCourse(['one'])
    await run()
    write({ 'courses/second/course.yaml': course([]), 'courses/third/course.yaml': course([]) })
    await run()
    const [second] = await database.db.select().from(tables.courses).where(eq(tables.courses.slug, 'second'))
    const user_id = await makeLearner(database.db)
    await database.db
      .insert(tables.entitlements)
      .values({ user_id, kind: 'course', course_id: second!.id, source: 'administrator' })
    for (const slug of ['second', 'third']) rmSync(join(dir, 'courses', slug), { recursive: true })
    expect(await run()).toMatchObject({ applied: [], notes: [expect.stringMatching(/course second, course third/)] })
    const { applied } = await run({ prune: true })
    expect(applied.map(({ slug, action }) => [slug, action])).toEqual([
      ['second', 'archive'],
      ['third', 'delete'],
    ])
    const rows = await database.db.select().from(tables.courses).orderBy(asc(tables.courses.slug))
    expect(rows.map(({ slug, status }) => [slug, status])).toEqual([
      ['first', 'published'],
      ['second', 'archived'],
    ])
    expect((await run({ prune: true })).applied).toEqual([])
  })

  it('restores an archived form with its current questions', async () => {
    const form = (questions: string[]) =>
      `title: Form\nquestions:\n${questions.map((slug) => `  - slug: ${slug}\n    kind: text\n    label: ${slug}\n`).join('')}`
    writeCourse(['one'])
    write({ 'forms/end.yaml': form(['liked', 'missed']) })
    await run()
    const [before] = await database.db.select().from(tables.feedbackForms)
    await database.db.update(tables.courses).set({ feedback_form_id: before!.id })
    rmSync(join(dir, 'courses'), { recursive: true })
    rmSync(join(dir, 'forms'), { recursive: true })
    await database.db.update(tables.feedbackForms).set({ archived_at: new Date() })
    write({ 'forms/end.yaml': form(['missed']) })
    await run()
    expect(await database.db.select().from(tables.feedbackForms)).toMatchObject([{ id: before!.id, archived_at: null }])
    const questions = await database.db.select().from(tables.feedbackQuestions)
    expect(questions.map(({ slug }) => slug)).toEqual(['missed'])
  })

  it('creates a new version of an answered form, and replaces an unanswered one', async () => {
    const form = (label: string) => `title: Form\nquestions:\n  - slug: liked\n    kind: text\n    label: ${label}\n`
    const versions = async () =>
      (await database.db.select().from(tables.feedbackFormVersions).orderBy(tables.feedbackFormVersions.number)).map(
        ({ number, questions }) => `${number} ${questions[0]?.label}`,
      )
    writeCourse(['one'])
    for (const label of ['First', 'Second']) {
      write({ 'forms/end.yaml': form(label) })
      await run()
    }
    expect(await versions()).toEqual(['1 Second'])
    const [course] = await database.db.select().from(tables.courses)
    const [row] = await database.db.select().from(tables.feedbackForms)
    await database.db
      .insert(tables.feedbackResponses)
      .values({ course_id: course!.id, form_id: row!.id, form_version: 1 })
    for (const label of ['Third', 'Fourth']) {
      write({ 'forms/end.yaml': form(label) })
      await run()
    }
    expect(await versions()).toEqual(['1 Second', '2 Fourth'])
  })

  it('is rejected as a whole, with file and line, if it references something unknown', async () => {
    writeCourse(['one'])
    write({
      'courses/first/start/one.md': lesson('One', 'kind: lab\nlab: gone\n'),
      'bundles/all.yaml': 'title: All\nprice:\n  amount: 1\ncourses:\n  - first\n  - nowhere\n',
      'labs/reset/lab.yaml': lab('draft'),
      'exams/final/exam.yaml':
        'title: Final\ncloud: aws\ncourse: nowhere\nprice:\n  amount: 1\nduration_minutes: 1\npassing_points: 1\nmodule: m\n',
    })
    const { applied, refused } = await run()
    expect(applied).toEqual([])
    expect(refused.map(({ file, line, message }) => `${file}:${line}: ${message}`).toSorted()).toEqual([
      'bundles/all.yaml:6: There is no course nowhere.',
      'courses/first/start/one.md:4: There is no lab gone.',
      'exams/final/exam.yaml:3: There is no course nowhere.',
      'labs/reset/lab.yaml:1: reset is reserved for URLs. Choose another slug.',
    ])
    expect(await database.db.$count(tables.courses)).toBe(0)
    expect(await audit()).toEqual([])
  })

  it('leaves the catalogue unchanged when it fails halfway', async () => {
    writeCourse(['one'])
    await run()
    write({ 'courses/second/course.yaml': course([]) })
    await database.db.execute(
      `create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'no audit'; end $$`,
    )
    await database.db.execute('create trigger broken before insert on audit execute function refuse_entry()')
    await expect(run()).rejects.toThrow()
    expect(await database.db.$count(tables.courses)).toBe(1)
  })

  it('invalidates the cached public catalogue in every process', async () => {
    const heard: string[] = []
    await database.listen('catalogue', () => heard.push('catalogue'))
    writeCourse(['one'])
    await run({ dryRun: true })
    await database.db.execute(`select pg_notify('catalogue', '')`)
    await expect.poll(() => heard.length).toBe(1)
    await run()
    await expect.poll(() => heard.length).toBeGreaterThan(1)
  })
})

describe('secrets of flags', () => {
  const secretOf = async () => (await database.db.select().from(tables.flags))[0]?.secret
  const statusOf = async () => (await database.db.select().from(tables.labs))[0]?.status

  it('remain in the database when an export without them is imported, and appear in no report or audit entry', async () => {
    write({ 'labs/one/lab.yaml': lab('published', '    secret: canary-of-moon\n') })
    await run()
    const out = join(dir, '../out')
    rmSync(out, { recursive: true, force: true })
    expect(await exportContent({ db: database.db, files: store }, out)).toMatchObject({ secretsLeftOut: 1 })
    expect(readFileSync(join(out, 'labs/one/lab.yaml'), 'utf8')).not.toContain('canary')
    const report = await importContent({ db: database.db, files: store, config }, await openFolder(out), {
      actor: 'command line',
    })
    expect(report).toEqual({ applied: [], refused: [], notes: [] })
    expect(await secretOf()).toBe('canary-of-moon')
    await exportContent({ db: database.db, files: store }, out, { withSecrets: true })
    expect(readFileSync(join(out, 'labs/one/lab.yaml'), 'utf8')).toContain('secret: canary-of-moon')

    write({ 'labs/one/lab.yaml': lab('published', '    secret: canary-of-mars\n') })
    await run()
    expect(await secretOf()).toBe('canary-of-mars')
    expect(JSON.stringify(await database.db.select().from(tables.audit))).not.toMatch(/canary-of/)
  })

  it('that are missing keep a new lab a draft until they are added', async () => {
    write({ 'labs/one/lab.yaml': lab('published', '') })
    expect((await run()).notes).toEqual(['The lab one stays a draft, because these flags have no secret: one.'])
    expect(await statusOf()).toBe('draft')
    expect((await run()).applied).toEqual([])
    write({ 'labs/one/lab.yaml': lab('published') })
    await run()
    expect([await statusOf(), await secretOf()]).toEqual(['published', 'moon'])
  })

  it('that are missing are rejected in a published lab, with the line of the flag', async () => {
    write({ 'labs/one/lab.yaml': lab('published') })
    await run()
    const second = '  - slug: two\n    title: Two\n    question: What?\n    type: STATIC\n'
    write({ 'labs/one/lab.yaml': lab('published', '') + second })
    expect((await run()).refused).toMatchObject([{ file: 'labs/one/lab.yaml', line: 12 }])
    expect([await statusOf(), await secretOf()]).toEqual(['published', 'moon'])
  })
})

describe('videos', () => {
  const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
  const stored = () =>
    readdirSync(join(root), { recursive: true, encoding: 'utf8' }).filter((path) => /content\/\w{64}/.test(path))
  const video = (name: string) => lesson('Film', `kind: video\nduration_seconds: 9\nvideo: ${name}\n`)

  it('are stored once under their checksum, need not be sent again, and keep their name in the folder', async () => {
    writeCourse(['one', 'two'])
    write({ 'files/film.webm': film, 'files/same.webm': film, 'files/unused.webm': webm(9, 'nobody’s') })
    write({ 'courses/first/start/one.md': video('film.webm'), 'courses/first/start/two.md': video('same.webm') })
    await run()
    const key = `content/${sha256(film)}.webm`
    expect([...(await lessons()).values()].map((row) => row.video)).toEqual([key, key])
    expect(stored()).toHaveLength(1)

    rmSync(join(dir, 'files'), { recursive: true })
    for (const slug of ['one', 'two']) write({ [`courses/first/start/${slug}.md`]: video(`${sha256(film)}.webm`) })
    expect((await run()).applied).toEqual([])
    write({ 'courses/first/start/one.md': video(`${sha256('another')}.webm`) })
    expect((await run()).refused).toMatchObject([
      {
        file: 'courses/first/start/one.md',
        line: 5,
        message: expect.stringMatching(/neither in the folder nor in the store/),
      },
    ])
  })

  it('are rejected if their name contains another checksum', async () => {
    writeCourse(['one'])
    const name = `${sha256('a film')}.webm`
    write({ [`files/${name}`]: 'something else', 'courses/first/start/one.md': video(name) })
    expect((await run()).refused).toMatchObject([{ file: `files/${name}` }])
  })

  it('from elsewhere keep their key, and are included in an export', async () => {
    writeCourse(['one'])
    await run()
    await store.put('videos/film.webm', film)
    await database.db.update(tables.lessons).set({ kind: 'video', video: 'videos/film.webm', duration_seconds: 9 })
    rmSync(dir, { recursive: true })
    await exportContent({ db: database.db, files: store }, dir)
    expect(readFileSync(join(dir, 'files/film.webm')).equals(film)).toBe(true)
    expect(await run()).toMatchObject({ applied: [], refused: [] })
    expect((await lessons()).get('one')!.video).toBe('videos/film.webm')
  })
})

describe('an export', () => {
  it('removes texts that an import would restore, and refuses a folder with other files', async () => {
    writeCourse(['one', 'two'])
    await run()
    writeCourse(['one'])
    await run()
    writeCourse(['one', 'two'])
    await exportContent({ db: database.db, files: store }, dir)
    expect(readdirSync(join(dir, 'courses/first/start'))).toEqual(['one.md'])
    const other = mkdtempSync(join(root, 'other-'))
    writeFileSync(join(other, 'letter.txt'), 'Dear all')
    await expect(exportContent({ db: database.db, files: store }, other)).rejects.toThrow(/neither empty nor/)
  })
})

describeOnPostgres('a learner who starts a lesson while it is removed', () => {
  it('keeps the progress', async () => {
    const postgres = await openTestPostgres()
    writeCourse(['one', 'two', 'three'])
    await run({}, postgres.db)
    const user_id = await makeLearner(postgres.db)
    const { id: lesson_id, course_id } = (await lessons(postgres.db)).get('two')!
    writeCourse(['one'])
    write({
      'courses/first/start/one.md': lesson('Film', 'kind: video\nvideo: film.webm\n'),
      'files/film.webm': film,
    })
    const { promise: gate, resolve: commit } = Promise.withResolvers<void>()
    let learning: Promise<void> = Promise.resolve()
    /** The learner starts after the import has compared everything, while it stores the video. */
    const files = {
      ...store,
      async put(key: string, content: Parameters<typeof store.put>[1]) {
        await store.put(key, content)
        const { promise: begun, resolve: tell } = Promise.withResolvers<void>()
        learning = postgres.db.transaction(async (tx) => {
          await tx.insert(tables.lessonProgress).values({ user_id, lesson_id, course_id })
          tell()
          await gate
        })
        await begun
      },
    }
    const importing = importContent({ db: postgres.db, files, config }, await openFolder(dir), {
      actor: 'command line',
    })
    await untilWaiting(postgres.db, 1)
    commit()
    await Promise.all([learning, importing])
    expect(await postgres.db.$count(tables.lessonProgress)).toBe(1)
    expect((await lessons(postgres.db)).get('two')!.archived_at).not.toBeNull()
    expect((await lessons(postgres.db)).has('three')).toBe(false)
    await postgres.close()
  })
})
