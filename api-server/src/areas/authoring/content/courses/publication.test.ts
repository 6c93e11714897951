import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../../test/app.ts'
import { makeLab } from '../../../../../test/catalogue.ts'
import { conflict, courseEditing, fieldsOf, stale } from '../../../../../test/fixtures/course-editing.ts'
import {
  editedLesson,
  publishedCourse,
  publishNow,
  saveText,
  sectionsOf,
  writeCourse,
} from '../../../../../test/fixtures/editor.ts'
import { createManualQueue, type ManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import * as tables from '../../../../db/schema/index.ts'
import { folderOf } from '../files/folder.ts'
import { importContent } from '../transfer/import.ts'

let app: TestApp
let queue: ManualQueue
let as: Api
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  as = app.asAdmin
})
afterAll(() => app.close())

const { read, change, arrange, lessonOf, textOf, complete, insertSolvedTest, storedFile } = courseEditing(() => app)

describe('what is published', () => {
  test('changes in a draft that nobody sees, is previewed, published, and taken back whole', async () => {
    await publishedCourse(as, 'revised')
    const before = await app.asVisitor.getCourse({ slug: 'revised' })
    await change('revised', { title: 'Anew' })
    await saveText(as, 'revised', (await lessonOf('revised', 'first')).id, 'Another text.')
    const [start] = sectionsOf((await read('revised')).outline)
    await arrange('revised', [{ ...start!, lessons: [...start!.lessons, editedLesson('third')] }])
    expect((await publishNow(as, 'revised').catch((error) => error)).extra.missing).toMatchObject([{ code: 'text' }])
    await saveText(as, 'revised', (await lessonOf('revised', 'third')).id, 'The third.')
    const drafted = await read('revised')
    expect(drafted.draft).toMatchObject({
      saved_by: 'administrator-of-tests',
    })
    expect(drafted.draft?.changes.map(({ title, outdated }) => [title, outdated]).toSorted()).toEqual(
      ['Details', 'Lesson first', 'Lesson third', 'Sections and lessons'].map((title) => [title, false]),
    )
    expect(await app.asVisitor.getCourse({ slug: 'revised' })).toEqual(before)
    const preview = await as.previewCourse({ slug: 'revised' })
    expect(preview.sections.flatMap(({ lessons }) => lessons.map(({ id }) => id))).toEqual(
      drafted.outline.sections.flatMap(({ lessons }) => lessons.map(({ id }) => id)),
    )
    expect(preview.title).toBe('Anew')
    expect(preview.sections[0]?.lessons.map(({ body }) => body)).toEqual(['Another text.', 'A text.', 'The third.'])

    await publishNow(as, 'revised')
    expect(await app.asVisitor.getCourse({ slug: 'revised' })).toMatchObject({ title: 'Anew', lessons: 3 })
    await complete('of-revised', 'revised', 'start', 'third')
    const { data } = await as.listCourseRevisions({ slug: 'revised' })
    expect(data).toMatchObject([
      { number: 2, source: 'editor', published_by: 'administrator-of-tests', allowed: ['take_back'] },
      { number: 1, allowed: [] },
    ])
    await expect(as.takeBackCourseRevision({ slug: 'revised', id: data[1]!.id })).rejects.toMatchObject(conflict)
    await as.takeBackCourseRevision({ slug: 'revised', id: data[0]!.id })
    expect(await app.asVisitor.getCourse({ slug: 'revised' })).toEqual(before)
    const first = await as.listCourseRevisions({ slug: 'revised' })
    expect(first.data.map(({ source, takes_back, allowed }) => [source, takes_back, allowed.length])).toEqual([
      ['take_back', 2, 0],
      ['editor', null, 0],
      ['editor', null, 0],
    ])
    // The lesson that somebody completed is kept, and comes back as the same.
    const [again] = sectionsOf((await read('revised')).outline)
    await arrange('revised', [{ ...again!, lessons: [...again!.lessons, editedLesson('third')] }])
    await publishNow(as, 'revised')
    expect((await app.as('of-revised').getCourseProgress({ slug: 'revised' })).lessons).toMatchObject([
      { lesson: 'third', completed_at: expect.any(String) },
    ])
  })

  test('a draft is for administrators alone: no learner or visitor reads, plays, tries or publishes it', async () => {
    const { outline } = await publishedCourse(as, 'private')
    const { id } = outline.sections[0]!.lessons[0]!
    await saveText(as, 'private', id, 'Not yet.')
    const { content_version: version, uuid } = await read('private')
    const callsOf = (api: Api) => [
      api.previewCourse({ slug: 'private' }),
      api.getLesson({ slug: 'private', id }),
      api.getLessonVideo({ slug: 'private', id }),
      api.getCourseForAdmin({ slug: 'private' }),
      api.listCourseRevisions({ slug: 'private' }),
      api.publishCourse({ slug: 'private', publication: { version } }),
      api.getLabTest({ slug: 'private' }),
      api.startLabTest({ slug: 'private', labTestInput: { values: {} } }),
    ]
    const codes = async (api: Api) =>
      (await Promise.allSettled(callsOf(api))).map((one) => (one.status === 'rejected' ? one.reason.status : 200))
    expect(new Set(await codes(app.asVisitor))).toEqual(new Set([401]))
    expect(new Set(await codes(app.as('curious')))).toEqual(new Set([403]))
    const finance = app.as('only-finance', { roles: ['user', 'admin'], capabilities: ['finance'] })
    await expect(finance.publishCourse({ slug: 'private', publication: { version } })).rejects.toMatchObject({
      status: 403,
    })
    // A preview leaves nothing behind.
    await as.previewCourse({ slug: 'private' })
    const { lessonProgress, courseProgress, entitlements } = tables
    for (const table of [lessonProgress, courseProgress, entitlements])
      expect(await app.deps.db.$count(table, eq(table.course_id, uuid))).toBe(0)
  })

  test('a draft that says what is there already is none, and a draft can be thrown away', async () => {
    await publishedCourse(as, 'discarded')
    await change('discarded', { title: 'Anew' })
    expect((await change('discarded', { title: 'Course discarded' })).draft).toBeNull()
    const first = await change('discarded', { title: 'Anew' })
    const { content_version: version } = await change('discarded', { subtitle: 'Sub' })
    await expect(
      as.discardCourseDraft({ slug: 'discarded', seenContent: { version: first.content_version } }),
    ).rejects.toMatchObject(stale)
    await expect(
      as.publishCourse({ slug: 'discarded', publication: { version: first.content_version } }),
    ).rejects.toMatchObject(stale)
    const thrown = await as.discardCourseDraft({ slug: 'discarded', seenContent: { version } })
    expect(thrown).toMatchObject({ title: 'Course discarded', subtitle: '', draft: null })
    for (const call of ['discardCourseDraft', 'publishCourse'] as const) {
      const seen = { version: thrown.content_version }
      await expect(as[call]({ slug: 'discarded', seenContent: seen, publication: seen })).rejects.toMatchObject(
        conflict,
      )
    }
  })

  test('an import makes a revision; a draft of the same part is outdated, others are not', async () => {
    await publishedCourse(as, 'imported', { start: ['first', 'second'] })
    await change('imported', { title: 'By the editor' })
    await saveText(as, 'imported', (await lessonOf('imported', 'second')).id, 'By the editor.')
    const head = '---\ntitle: Lesson first\nkind: reading\n---\n\n'
    const files = {
      'courses/imported/course.yaml':
        'title: By the files\nstatus: published\nlevel: beginner\nprice:\n  amount: 0\nsections:\n  - slug: start\n    title: Section start\n    lessons: [first, second]\n',
      'courses/imported/start/first.md': `${head}By the files.`,
      'courses/imported/start/second.md': `${head.replace('first', 'second')}A text.`,
    }
    const report = await importContent(app.deps, folderOf(new Map(Object.entries(files))), { actor: 'command line' })
    expect(report.refused).toEqual([])
    const { draft, content_version: version } = await read('imported')
    expect(draft?.changes).toMatchObject([
      { part: 'details', outdated: true },
      { title: 'Lesson second', outdated: false },
    ])
    const { data } = await as.listCourseRevisions({ slug: 'imported' })
    expect(data[0]).toMatchObject({ source: 'import', published_by: null, changes: [{ part: 'details' }, {}] })
    await expect(as.publishCourse({ slug: 'imported', publication: { version } })).rejects.toMatchObject({
      ...conflict,
      extra: { outdated: ['details'] },
    })
    await as.publishCourse({ slug: 'imported', publication: { version, overwrite: true } })
    expect(await app.asVisitor.getCourse({ slug: 'imported' })).toMatchObject({ title: 'By the editor' })
    expect([(await textOf('imported', 'first')).body, (await textOf('imported', 'second')).body]).toEqual([
      'By the files.',
      'By the editor.',
    ])
    // One after the other they are taken back: the editor's, then the one of the files.
    for (const title of ['By the files', 'Course imported']) {
      const { data } = await as.listCourseRevisions({ slug: 'imported' })
      const latest = data.find(({ allowed }) => allowed.includes('take_back'))
      expect((await as.takeBackCourseRevision({ slug: 'imported', id: latest!.id })).title).toBe(title)
    }
    expect((await textOf('imported', 'first')).body).toBe('A text.')
  })

  test('what could not be published any more is not taken back: the list says why, and nothing has changed', async () => {
    await publishedCourse(as, 'back')
    const [section] = sectionsOf((await read('back')).outline)
    const lab = await makeLab(app.deps.db, 'gone')
    const [flag] = await app.deps.db
      .insert(tables.flags)
      .values({ lab_id: lab.id, position: 0, title: 'F', question: 'Q', type: 'STATIC', secret: 's' })
      .returning()
    await insertSolvedTest(lab, flag!)
    const withLab = [...section!.lessons, editedLesson('tour', { kind: 'lab', lab: 'gone' })]
    await arrange('back', [{ ...section!, lessons: withLab }])
    await publishNow(as, 'back')
    const [now] = sectionsOf((await read('back')).outline)
    await arrange('back', [{ ...now!, lessons: now!.lessons.slice(0, 2) }])
    await publishNow(as, 'back')
    await app.deps.db.update(tables.labs).set({ status: 'archived' }).where(eq(tables.labs.id, lab.id))
    const seen = await app.asVisitor.getCourse({ slug: 'back' })
    const { data } = await as.listCourseRevisions({ slug: 'back' })
    await expect(as.takeBackCourseRevision({ slug: 'back', id: data[0]!.id })).rejects.toMatchObject({
      ...conflict,
      message: 'This revision cannot be reverted. “Lesson tour”: the lab Lab gone is not published.',
      extra: { missing: [{ code: 'lab_unpublished' }] },
    })
    expect(await app.asVisitor.getCourse({ slug: 'back' })).toEqual(seen)
    expect((await as.listCourseRevisions({ slug: 'back' })).data).toEqual(data)
    await app.deps.db.update(tables.labs).set({ status: 'published' }).where(eq(tables.labs.id, lab.id))
    await as.takeBackCourseRevision({ slug: 'back', id: data[0]!.id })
    expect((await app.asVisitor.getCourse({ slug: 'back' })).sections[0]?.lessons).toHaveLength(3)
  })

  test('an edit waits for a solved run of a new or changed lab, not of one that learners have already', async () => {
    const { db } = app.deps
    await publishedCourse(as, 'typo')
    const { uuid } = await read('typo')
    const [old, added] = [await makeLab(db, 'typo-old'), await makeLab(db, 'typo-added')]
    const [section] = sectionsOf((await read('typo')).outline)
    const values = { course_id: uuid, section_id: section!.id!, lab_id: old.id, position: 2, kind: 'lab' } as const
    await db.insert(tables.lessons).values({ ...values, slug: 'old', title: 'Old', required: true })
    await change('typo', { title: 'Without a typo' })
    expect((await read('typo')).missing).toEqual([])
    await publishNow(as, 'typo')

    const [now] = sectionsOf((await read('typo')).outline)
    const withLab = [...now!.lessons, editedLesson('added', { kind: 'lab', lab: 'typo-added' })]
    await arrange('typo', [{ ...now!, lessons: withLab }])
    await expect(publishNow(as, 'typo')).rejects.toMatchObject({
      message:
        'Some things are missing before this can be published. “Lesson added”: no author has solved the lab Lab typo-added yet.',
      extra: { missing: [{ code: 'test_run' }] },
    })
    const flag = { lab_id: added.id, position: 0, title: 'F', question: 'Q', type: 'STATIC', secret: 's' } as const
    const [stored] = await db.insert(tables.flags).values(flag).returning()
    await insertSolvedTest(added, stored!)
    await publishNow(as, 'typo')

    await db.update(tables.labs).set({ module_version: '9.9.9' }).where(eq(tables.labs.id, added.id))
    await change('typo', { title: 'Another typo' })
    expect((await read('typo')).missing).toMatchObject([
      { code: 'test_run', message: '“Lesson added”: the lab Lab typo-added has changed since an author solved it.' },
    ])
  })

  test('learners are told what changed in what they had completed, and no more once it is taken back', async () => {
    await publishedCourse(as, 'told')
    await complete('told-one', 'told', 'start', 'first')
    const told = async (username = 'told-one') =>
      (await app.as(username).getCourseProgress({ slug: 'told' })).changed_lessons.map(({ title }) => title)
    await saveText(as, 'told', (await lessonOf('told', 'first')).id, 'Another text.')
    await saveText(as, 'told', (await lessonOf('told', 'second')).id, 'Another text.')
    expect(await told()).toEqual([])
    await publishNow(as, 'told')
    expect(await told()).toEqual(['Lesson first'])
    await complete('told-two', 'told', 'start', 'first')
    expect(await told('told-two')).toEqual([])
    expect((await app.as('told-one').getCourseProgress({ slug: 'told' })).completed).toBe(1)
    await complete('told-three', 'told', 'start', 'second')
    await saveText(as, 'told', (await lessonOf('told', 'second')).id, 'A third text.')
    await publishNow(as, 'told')
    expect(await told('told-three')).toEqual(['Lesson second'])
    // Whoever opens it again has seen it.
    const updateLastSeenPayload = { section: 'start', lesson: 'second' }
    await app.as('told-three').updateLastSeen({ slug: 'told', updateLastSeenPayload })
    expect(await told('told-three')).toEqual([])
    for (const left of [['Lesson first'], []]) {
      const { data } = await as.listCourseRevisions({ slug: 'told' })
      const latest = data.find(({ allowed }) => allowed.includes('take_back'))
      await as.takeBackCourseRevision({ slug: 'told', id: latest!.id })
      expect(await told()).toEqual(left)
    }
  })

  test('an editor watches a film that only the draft has', async () => {
    await publishedCourse(as, 'watched')
    const { id, version } = await textOf('watched', 'first')
    const video = await storedFile('webm')
    await as.saveLesson({ slug: 'watched', id, lessonEdit: { version, video, duration_seconds: 5 } })
    const urls = await as.getLessonVideo({ slug: 'watched', id })
    expect(urls).toMatchObject({ duration_seconds: 5, captions: [] })
    // As with a learner’s, it takes the session of the account that asked for it.
    expect((await app.app.inject({ url: urls.url })).statusCode).toBe(404)
    const other = await textOf('watched', 'second')
    await expect(as.getLessonVideo({ slug: 'watched', id: other.id })).rejects.toMatchObject({ status: 404 })
  })

  test('chapters stand in their order, and are learners’ once they are published', async () => {
    await publishedCourse(as, 'chapters')
    const { id, version } = await textOf('chapters', 'first')
    const captions = [{ lang: 'en', label: 'English', file: await storedFile('vtt') }]
    const lessonEdit = { version, video: await storedFile('webm'), duration_seconds: 30, captions }
    const chapters = [
      { second: 0, title: 'The question' },
      { second: 12, title: 'The answer' },
    ]
    const backward = as.saveLesson({
      slug: 'chapters',
      id,
      lessonEdit: { ...lessonEdit, chapters: chapters.toReversed() },
    })
    expect(await fieldsOf(backward)).toEqual([422, 'chapters'])
    await as.saveLesson({ slug: 'chapters', id, lessonEdit: { ...lessonEdit, chapters } })
    const stored = async () =>
      (await app.deps.db.select().from(tables.lessons).where(eq(tables.lessons.id, id)))[0]?.chapters
    expect([await stored(), (await as.getLessonVideo({ slug: 'chapters', id })).chapters]).toEqual([[], chapters])
    await publishNow(as, 'chapters')
    expect([await stored(), (await textOf('chapters', 'first')).chapters]).toEqual([chapters, chapters])
  })

  test('a draft from before there were chapters is read and published as one without', async () => {
    await publishedCourse(as, 'elder')
    const { id } = await textOf('elder', 'first')
    await saveText(as, 'elder', id, 'Before.')
    const { document } = tables.contentDraftParts
    await app.deps.db.update(tables.contentDraftParts).set({ document: sql`${document} - 'chapters'` })
    expect(await textOf('elder', 'first')).toMatchObject({ body: 'Before.', chapters: [] })
    await saveText(as, 'elder', id, 'After.')
    await app.deps.db.update(tables.contentDraftParts).set({ document: sql`${document} - 'chapters'` })
    await publishNow(as, 'elder')
    expect(await textOf('elder', 'first')).toMatchObject({ body: 'After.', chapters: [], changed: false })
  })
})

describe('a course that asks for less', () => {
  const files = {
    'courses/less-import/course.yaml':
      'title: Less\nstatus: published\nlevel: beginner\nprice:\n  amount: 0\nsections:\n  - slug: start\n    title: Start\n    lessons: [first, second]\n',
    ...Object.fromEntries(
      ['first', 'second'].map((slug) => [
        `courses/less-import/start/${slug}.md`,
        `---\ntitle: Lesson ${slug}\nkind: reading\n---\n\nA text.`,
      ]),
    ),
  }
  const withoutThird = async (slug: string) => {
    const [start] = sectionsOf((await read(slug)).outline)
    await arrange(slug, [{ ...start!, lessons: start!.lessons.slice(0, 2) }])
  }
  const ways: [string, (slug: string) => Promise<unknown>][] = [
    [
      'removed',
      async (slug) => {
        await withoutThird(slug)
        await publishNow(as, slug)
      },
    ],
    [
      'optional',
      async (slug) => {
        const [start] = sectionsOf((await read(slug)).outline)
        const lessons = start!.lessons.map((one) => ({ ...one, required: one.slug !== 'third' }))
        await arrange(slug, [{ ...start!, lessons }])
        await publishNow(as, slug)
      },
    ],
    [
      'planned',
      async (slug) => {
        await withoutThird(slug)
        const { content_version: version, uuid } = await read(slug)
        const at = new Date(Date.now() + 3_600_000).toISOString()
        await as.publishCourse({ slug, publication: { version, at } })
        const past = { publish_at: sql`now() - interval '1 second'` }
        await app.deps.db.update(tables.contentDrafts).set(past).where(eq(tables.contentDrafts.item_id, uuid))
        await queue.run('revisions.sweep')
      },
    ],
    [
      'import',
      async () => {
        const folder = folderOf(new Map(Object.entries(files)))
        expect((await importContent(app.deps, folder, { actor: 'command line' })).refused).toEqual([])
      },
    ],
  ]

  test.each(ways)('is completed for whoever has done the rest, everywhere: %s', async (way, lessen) => {
    const slug = `less-${way}`
    await publishedCourse(as, slug, { start: ['first', 'second', 'third'] })
    const { uuid } = await read(slug)
    const messages = () =>
      app.deps.db.$count(tables.webhookDeliveries, sql`${tables.webhookDeliveries.body} like ${`%${slug}%`}`)
    const hook = await as.createWebhook({
      webhookInput: { url: `https://${slug}.example/`, description: '', events: ['course.completed'], is_on: true },
    })
    for (const lesson of ['first', 'second']) await complete(`of-${slug}`, slug, 'start', lesson)
    await complete(`behind-${slug}`, slug, 'start', 'first')
    await lessen(slug)
    const mine = await app.as(`of-${slug}`).getCourseProgress({ slug })
    expect(mine).toMatchObject({ completed: 2, required: 2, completed_at: expect.any(String) })
    expect(await app.as(`behind-${slug}`).getCourseProgress({ slug })).toMatchObject({ completed_at: null })
    const { data: users } = await as.listCourseUsers({ slug })
    expect(users.flatMap(({ username, completed_at }) => (completed_at ? username : []))).toEqual([`of-${slug}`])
    const { data: progress } = await as.listUserProgress({ username: `of-${slug}` })
    expect(progress).toMatchObject([{ id: slug, completed: 2, completed_at: mine.completed_at }])
    expect(await messages()).toBe(1)
    // A lesson that is added later takes nothing back, and nobody is told twice.
    const [start] = sectionsOf((await read(slug)).outline)
    await arrange(slug, [{ ...start!, lessons: [...start!.lessons, editedLesson('later')] }])
    await saveText(as, slug, (await lessonOf(slug, 'later')).id, 'A text.')
    await publishNow(as, slug)
    const { data } = await as.listCourseRevisions({ slug })
    await as.takeBackCourseRevision({ slug, id: data[0]!.id })
    expect((await app.as(`of-${slug}`).getCourseProgress({ slug })).completed_at).toBe(mine.completed_at)
    expect(await messages()).toBe(1)
    expect(await app.deps.db.$count(tables.courseProgress, eq(tables.courseProgress.course_id, uuid))).toBe(2)
    await as.deleteWebhook({ id: hook.id })
  })

  test('is completed for whoever has done the rest when the lesson that is too much is taken back', async () => {
    await publishedCourse(as, 'less-back')
    const [start] = sectionsOf((await read('less-back')).outline)
    await arrange('less-back', [{ ...start!, lessons: [...start!.lessons, editedLesson('third')] }])
    await saveText(as, 'less-back', (await lessonOf('less-back', 'third')).id, 'A text.')
    await publishNow(as, 'less-back')
    for (const lesson of ['first', 'second']) await complete('of-less-back', 'less-back', 'start', lesson)
    const { data } = await as.listCourseRevisions({ slug: 'less-back' })
    await as.takeBackCourseRevision({ slug: 'less-back', id: data[0]!.id })
    expect(await app.as('of-less-back').getCourseProgress({ slug: 'less-back' })).toMatchObject({
      completed_at: expect.any(String),
    })
  })
})

describe('a planned publication', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
  const plan = async (slug: string, at = inAnHour()) =>
    as.publishCourse({ slug, publication: { version: (await read(slug)).content_version, at } })
  const due = async (slug: string) => {
    const { uuid } = await read(slug)
    const past = { publish_at: sql`now() - interval '1 second'` }
    await app.deps.db.update(tables.contentDrafts).set(past).where(eq(tables.contentDrafts.item_id, uuid))
  }

  test('waits for its hour, takes what was saved until then, and happens once', async () => {
    await publishedCourse(as, 'planned')
    await change('planned', { title: 'Anew' })
    expect((await plan('planned')).planned).toMatchObject({ by: 'administrator-of-tests', refused: null })
    await queue.work()
    expect((await app.asVisitor.getCourse({ slug: 'planned' })).title).toBe('Course planned')
    await change('planned', { subtitle: 'Later' })
    await due('planned')
    await queue.run('revisions.sweep')
    await queue.run('revisions.sweep')
    expect(await app.asVisitor.getCourse({ slug: 'planned' })).toMatchObject({ title: 'Anew', subtitle: 'Later' })
    expect(await read('planned')).toMatchObject({ draft: null, planned: null })
    expect((await as.listCourseRevisions({ slug: 'planned' })).total).toBe(2)
  })

  test('opens a course that nobody saw so far', async () => {
    await writeCourse(as, 'opening')
    expect((await plan('opening')).draft).toBeNull()
    await change('opening', { title: 'Written at once' })
    await due('opening')
    await queue.run('revisions.sweep')
    expect((await app.asVisitor.getCourse({ slug: 'opening' })).title).toBe('Written at once')
  })

  test('is refused at its hour when something is missing by then: the draft stays, and the editor reads why', async () => {
    await publishedCourse(as, 'late')
    await change('late', { title: 'Anew' })
    await plan('late')
    await saveText(as, 'late', (await lessonOf('late', 'first')).id, '')
    await due('late')
    await queue.run('revisions.sweep')
    const { planned, draft } = await read('late')
    expect(planned?.refused).toMatch(/“Lesson first”: the text is empty/)
    expect(draft?.changes).toHaveLength(2)
    expect((await app.asVisitor.getCourse({ slug: 'late' })).title).toBe('Course late')
  })

  test('is cancelled, and lies ahead, within a year', async () => {
    await publishedCourse(as, 'cancelled')
    await expect(as.cancelCoursePublication({ slug: 'cancelled' })).rejects.toMatchObject(conflict)
    await change('cancelled', { title: 'Anew' })
    expect(await fieldsOf(plan('cancelled', '2020-01-01T00:00:00Z'))).toEqual([422, 'at'])
    expect(await fieldsOf(plan('cancelled', '2999-01-01T00:00:00Z'))).toEqual([422, 'at'])
    await plan('cancelled')
    expect(await as.cancelCoursePublication({ slug: 'cancelled' })).toMatchObject({
      planned: null,
      draft: { changes: [{}] },
    })
    await queue.work()
    expect((await app.asVisitor.getCourse({ slug: 'cancelled' })).title).toBe('Course cancelled')
  })
})
