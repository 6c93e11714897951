import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../test/catalogue.ts'
import {
  editedLesson,
  editedSection,
  publishedCourse,
  publishNow,
  saveText,
  sectionsOf,
  writeCourse,
} from '../../../../test/editor.ts'
import { createManualQueue, type ManualQueue } from '../../../../test/manual-queue.ts'
import * as tables from '../../../db/schema/index.ts'
import { saveSnapshot, toRunFlag, toRunLab } from '../../deployments/snapshot-queries.ts'
import { folderOf } from '../folder.ts'
import { importContent } from '../import.ts'

let app: TestApp
let queue: ManualQueue
let as: Api
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  as = app.asAdmin
})
afterAll(() => app.close())

const stale = { status: 409, code: 'stale_version' }
const conflict = { status: 409, code: 'conflict' }
const fieldsOf = (call: Promise<unknown>) =>
  call.then(
    () => 'not refused',
    (error: { status: number; errors: { field: string }[] }) => [
      error.status,
      ...error.errors.map(({ field }) => field),
    ],
  )
const read = (slug: string) => as.getCourseForAdmin({ slug })
const change = async (slug: string, courseEdit: Omit<Parameters<Api['saveCourse']>[0]['courseEdit'], 'version'>) =>
  as.saveCourse({ slug, courseEdit: { ...courseEdit, version: (await read(slug)).version } })
const arrange = async (slug: string, sections: ReturnType<typeof sectionsOf>) =>
  as.saveSections({ slug, sectionsEdit: { version: (await read(slug)).outline.version, sections } })
const lessonsOf = async (slug: string) => (await read(slug)).outline.sections.flatMap(({ lessons }) => lessons)
const lessonOf = async (slug: string, name: string) => (await lessonsOf(slug)).find((one) => one.slug === name)!
const textOf = async (slug: string, name: string) => as.getLesson({ slug, id: (await lessonOf(slug, name)).id })
/** Gives the course to a learner, who completes a lesson of it. */
async function complete(username: string, slug: string, section_slug: string, lesson_slug: string) {
  await app.as(username).getMe()
  const [user_id, { uuid: course_id }] = [await app.idOf(username), await read(slug)]
  const row = { user_id, course_id, kind: 'course', source: 'administrator' } as const
  const mine = and(eq(tables.entitlements.user_id, user_id), eq(tables.entitlements.course_id, course_id))
  if ((await app.deps.db.$count(tables.entitlements, mine)) === 0)
    await app.deps.db.insert(tables.entitlements).values(row)
  return app.as(username).completeLesson({ slug, section_slug, lesson_slug })
}

describe('a course is written', () => {
  test('from nothing to what everybody reads', async () => {
    const written = await writeCourse(as, 'from-nothing')
    expect(written).toMatchObject({ status: 'draft', draft: null, planned: null, missing: [], computed_hours: 0.5 })
    expect(written.allowed).toEqual(['update', 'publish', 'archive', 'delete', 'change_beta_testers'])
    const published = await publishNow(as, 'from-nothing')
    expect(published).toMatchObject({ status: 'published', draft: null })
    expect((await app.asVisitor.getCourse({ slug: 'from-nothing' })).sections[0]?.lessons).toHaveLength(2)
  })

  test('with every field, which come back as they were sent', async () => {
    await app.deps.db.insert(tables.feedbackForms).values({ title: 'Form', slug: 'a-form' })
    const fields = {
      title: 'All fields',
      subtitle: 'Sub',
      description: 'Some *words*.',
      level: 'advanced' as const,
      language: 'de',
      clouds: ['aws' as const],
      tags: ['IAM'],
      outcomes: ['Know'],
      prerequisites: ['Nothing'],
      instructors: [{ name: 'Ines', title: 'Lead', bio: 'Bio' }],
      price: { amount: 4900, currency: 'USD' },
      position: 3,
      estimated_hours: 7.5,
      access_days: 90,
      certificate_type: 'required' as const,
      certificate_months: 24,
      feedback_form: 'a-form',
      feedback_share: 0.25,
      video_share: 0.8,
    }
    expect(await as.saveCourse({ slug: 'all-fields', courseEdit: fields })).toMatchObject(fields)
    const cleared = {
      price: { amount: 0, currency: 'EUR' },
      estimated_hours: null,
      feedback_form: null,
      access_days: null,
    }
    expect(await change('all-fields', cleared)).toMatchObject({ ...fields, ...cleared })
  })

  test.each([
    ['without a title', { level: 'beginner' }, [422, 'title']],
    ['without a level', { title: 'T' }, [422, 'level']],
    ['as published', { title: 'T', level: 'beginner', status: 'published' }, [422, 'status']],
    ['with a form that is none', { title: 'T', level: 'beginner', feedback_form: 'nowhere' }, [422, 'feedback_form']],
  ] as const)('%s it is refused', async (_, courseEdit, fields) => {
    expect(await fieldsOf(as.saveCourse({ slug: 'refused', courseEdit }))).toEqual(fields)
    await expect(read('refused')).rejects.toMatchObject({ status: 404 })
  })

  test('under a slug that is a word of addresses, or no slug, it is refused; under one that is taken too', async () => {
    const courseEdit = { title: 'T', level: 'beginner' } as const
    expect(await fieldsOf(as.saveCourse({ slug: 'me', courseEdit }))).toEqual([422, 'slug'])
    expect(await fieldsOf(as.saveCourse({ slug: 'Not A Slug', courseEdit }))).toEqual([422, 'slug'])
    await writeCourse(as, 'taken')
    await expect(as.saveCourse({ slug: 'taken', courseEdit })).rejects.toMatchObject(conflict)
    await expect(as.saveCourse({ slug: 'nowhere', courseEdit: { version: 1, title: 'T' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('two editors', () => {
  test('of one part: the second is told, and nothing of the first is lost; other parts do not concern them', async () => {
    const seen = await writeCourse(as, 'two-editors')
    const [first, second] = seen.outline.sections[0]!.lessons
    const texts = [await as.getLesson({ slug: 'two-editors', id: first!.id }), await textOf('two-editors', 'second')]
    await change('two-editors', { title: 'By the first' })
    await expect(
      as.saveCourse({ slug: 'two-editors', courseEdit: { version: seen.version, title: 'By the second' } }),
    ).rejects.toMatchObject(stale)
    expect((await read('two-editors')).title).toBe('By the first')
    await as.saveLesson({
      slug: 'two-editors',
      id: first!.id,
      lessonEdit: { version: texts[0]!.version, body: 'One.' },
    })
    await as.saveLesson({
      slug: 'two-editors',
      id: second!.id,
      lessonEdit: { version: texts[1]!.version, body: 'Two.' },
    })
    await expect(
      as.saveLesson({ slug: 'two-editors', id: first!.id, lessonEdit: { version: texts[0]!.version, body: 'X' } }),
    ).rejects.toMatchObject(stale)
    const sections = sectionsOf(seen.outline)
    await as.saveSections({
      slug: 'two-editors',
      sectionsEdit: { version: seen.outline.version, sections: [{ ...sections[0]!, title: 'Anew' }] },
    })
    await expect(
      as.saveSections({ slug: 'two-editors', sectionsEdit: { version: seen.outline.version, sections: [] } }),
    ).rejects.toMatchObject(stale)
    expect((await textOf('two-editors', 'first')).body).toBe('One.')
    expect((await read('two-editors')).outline.sections[0]?.title).toBe('Anew')
  })
})

describe('the structure', () => {
  test('is refused field by field', async () => {
    await writeCourse(as, 'faults', { start: ['first', 'second'], next: [] })
    const { outline } = await read('faults')
    const [start, next] = sectionsOf(outline)
    const first = start!.lessons[0]!
    const refusal = (sections: ReturnType<typeof sectionsOf>) => fieldsOf(arrange('faults', sections))
    expect(await refusal([start!, { ...next!, slug: 'start' }])).toEqual([422, 'sections.1.slug', 'sections.1.slug'])
    expect(await refusal([{ ...start!, lessons: [first, { ...first }] }])).toEqual([
      422,
      'sections.0.lessons.1.slug',
      'sections.0.lessons.1.id',
    ])
    expect(await refusal([{ ...start!, lessons: [{ ...first, slug: 'renamed' }] }])).toEqual([
      422,
      'sections.0.lessons.0.slug',
    ])
    expect(await refusal([editedSection('own', [editedLesson('x', { id: crypto.randomUUID() })])])).toEqual([
      422,
      'sections.0.lessons.0.id',
    ])
    expect(
      await refusal([
        { ...start!, opens_after: 'next' },
        { ...next!, opens_after: 'start' },
      ]),
    ).toEqual([422, 'sections.0.opens_after', 'sections.1.opens_after'])
    expect(await refusal([{ ...start!, opens_after: 'nowhere' }])).toEqual([422, 'sections.0.opens_after'])
    const labs = [
      editedLesson('a', { kind: 'lab' }),
      editedLesson('b', { lab: 'x' }),
      editedLesson('c', { kind: 'lab', lab: 'no' }),
    ]
    expect(await refusal([editedSection('own', labs)])).toEqual([
      422,
      'sections.0.lessons.0.lab',
      'sections.0.lessons.1.lab',
      'sections.0.lessons.1.lab',
      'sections.0.lessons.2.lab',
    ])
    const many = Array.from({ length: 11 }, (_, at) =>
      editedSection(
        `s${at}`,
        Array.from({ length: 91 }, (_, place) => editedLesson(`l${place}`)),
      ),
    )
    expect(await refusal(many)).toEqual([422, 'sections'])
    expect((await read('faults')).outline).toEqual(outline)
  })

  test('moves lessons with their progress, also two of one slug that change places; what has a history is archived and comes back', async () => {
    await writeCourse(as, 'moves', { one: ['intro', 'extra'], two: ['intro'] })
    await change('moves', { status: 'beta' })
    await as.changeBetaTesters({ slug: 'moves', betaEdit: { add: [await named('mover')] } })
    const [one, two] = sectionsOf((await read('moves')).outline)
    await complete('mover', 'moves', 'one', 'intro')
    await complete('mover', 'moves', 'one', 'extra')
    await arrange('moves', [
      { ...one!, lessons: [two!.lessons[0]!] },
      { ...two!, lessons: [one!.lessons[0]!, one!.lessons[1]!] },
    ])
    const progress = async () =>
      (await app.as('mover').getCourseProgress({ slug: 'moves' })).lessons.map(
        ({ section, lesson }) => `${section}/${lesson}`,
      )
    expect(await progress()).toEqual(['two/intro', 'two/extra'])
    const [, after] = sectionsOf((await read('moves')).outline)
    const saved = await arrange('moves', [{ ...after!, lessons: [after!.lessons[1]!] }])
    expect(saved).toMatchObject({ archived: ['Lesson intro'], deleted: ['Lesson intro'], draft: null })
    expect(await progress()).toEqual(['two/extra'])
    await arrange('moves', [{ ...after!, lessons: [after!.lessons[1]!, editedLesson('intro')] }])
    expect(await progress()).toEqual(['two/extra', 'two/intro'])
  })
})

const named = async (username: string) => {
  await app.as(username).getMe()
  return username
}

describe('what is missing', () => {
  test('is told, and stands in the way of publishing', async () => {
    await makeLab(app.deps.db, 'untried', { status: 'draft', title: 'Untried' })
    await as.saveCourse({ slug: 'lacking', courseEdit: { title: 'Lacking', level: 'beginner' } })
    const lessons = [
      editedLesson('empty'),
      editedLesson('film', { kind: 'video' }),
      editedLesson('pictures'),
      editedLesson('lab', { kind: 'lab', lab: 'untried' }),
    ]
    await arrange('lacking', [editedSection('start', lessons)])
    const { id } = await lessonOf('lacking', 'pictures')
    const { version } = await as.getLesson({ slug: 'lacking', id })
    const body = 'Look: ![](/a.png)\n\n`![](code)`\n\n```\n![](code)\n```\n![said](/b.png)'
    await as.saveLesson({ slug: 'lacking', id, lessonEdit: { version, body } })
    const missing = async () => (await read('lacking')).missing.map(({ code }) => code)
    expect(await missing()).toEqual(['price', 'text', 'video', 'alternative_text', 'lab_unpublished', 'test_run'])
    expect((await as.getLesson({ slug: 'lacking', id })).missing).toMatchObject([
      { code: 'alternative_text', lesson_id: id },
    ])
    await expect(publishNow(as, 'lacking')).rejects.toMatchObject({ ...conflict, extra: { missing: { length: 6 } } })
    await expect(change('lacking', { status: 'published' })).rejects.toMatchObject(conflict)

    const film = await storedFile('webm')
    const captions = await storedFile('vtt')
    const video = await lessonOf('lacking', 'film')
    const before = await as.getLesson({ slug: 'lacking', id: video.id })
    const edit = { version: before.version, video: film, duration_seconds: 30 }
    await as.saveLesson({ slug: 'lacking', id: video.id, lessonEdit: edit })
    expect(await missing()).toContain('captions')
    const shown = await textOf('lacking', 'film')
    const lessonEdit = { version: shown.version, captions: [{ lang: 'en', label: 'English', file: captions }] }
    await as.saveLesson({ slug: 'lacking', id: video.id, lessonEdit })
    await saveText(as, 'lacking', id, 'No pictures: ![said](/b.png)')
    await saveText(as, 'lacking', (await lessonOf('lacking', 'empty')).id, 'Words.')
    await change('lacking', { price: { amount: 100, currency: 'EUR' } })
    await app.deps.db.update(tables.labs).set({ status: 'published' }).where(eq(tables.labs.slug, 'untried'))
    expect(await missing()).toEqual(['test_run'])
    const [lab] = await app.deps.db.select().from(tables.labs).where(eq(tables.labs.slug, 'untried'))
    const [flag] = await app.deps.db
      .insert(tables.flags)
      .values({ lab_id: lab!.id, position: 0, title: 'F', question: 'Q', type: 'STATIC', secret: 's' })
      .returning()
    await app.as('solver').getMe()
    await app.deps.db
      .insert(tables.flagSolves)
      .values({ flag_id: flag!.id, user_id: await app.idOf('solver'), points: 0 })
    expect(await missing()).toEqual(['test_run'])
    await insertSolvedTest(lab!, flag!)
    expect(await missing()).toEqual([])
    expect(await publishNow(as, 'lacking')).toMatchObject({ status: 'published', price: { amount: 100 } })
  })

  test('a file that is not stored, or of another type, is refused', async () => {
    await writeCourse(as, 'files')
    const { id, version } = await textOf('files', 'first')
    const refusal = (lessonEdit: object) =>
      fieldsOf(as.saveLesson({ slug: 'files', id, lessonEdit: { version, ...lessonEdit } }))
    const [captions, gone] = [await storedFile('vtt'), `${randomBytes(32).toString('hex')}.webm`]
    expect(await refusal({ video: gone })).toEqual([422, 'video'])
    expect(await refusal({ video: captions })).toEqual([422, 'video'])
    expect(await refusal({ video: '../../etc/passwd' })).toEqual([422, 'video'])
    const twice = { lang: 'en', label: 'E', file: captions }
    expect(await refusal({ captions: [twice, twice] })).toEqual([422, 'captions'])
    expect(await refusal({ captions: [{ ...twice, file: gone }] })).toEqual([422, 'captions.0.file'])
    expect(await refusal({ body: 'é'.repeat(140_000) })).toEqual([422, 'body'])
    expect(await refusal({ body: 'a\u0007' })).toEqual([422, 'body'])
    await expect(as.getLesson({ slug: 'files', id: crypto.randomUUID() })).rejects.toMatchObject({ status: 404 })
    await expect(as.getLesson({ slug: 'files', id: 'nonsense' })).rejects.toMatchObject({ status: 404 })
  })
})

async function insertSolvedTest(lab: typeof tables.labs.$inferSelect, flag: typeof tables.flags.$inferSelect) {
  const run = { lab: toRunLab(lab), flags: [toRunFlag(flag)], instructions: '' }
  await app.deps.db.insert(tables.deployments).values({
    user_id: await app.idOf('administrator-of-tests'),
    lab_id: lab.id,
    snapshot_id: await app.deps.db.transaction((tx) => saveSnapshot(tx, lab.id, run)),
    cloud: lab.cloud,
    state: 'ended',
    running_at: new Date(),
    module_version: lab.module_version,
    duration_seconds: 60,
    test: { values: {}, solved: [flag.id] },
  })
}

/** A stored file of this type, by its name. */
async function storedFile(type: string) {
  const name = `${randomBytes(32).toString('hex')}.${type}`
  await app.deps.files.put(`content/${name}`, Buffer.from('A film, or its captions'))
  return name
}

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
      message: 'It cannot be taken back. “Lesson tour”: the lab Lab gone is not published.',
      extra: { missing: [{ code: 'lab_unpublished' }] },
    })
    expect(await app.asVisitor.getCourse({ slug: 'back' })).toEqual(seen)
    expect((await as.listCourseRevisions({ slug: 'back' })).data).toEqual(data)
    await app.deps.db.update(tables.labs).set({ status: 'published' }).where(eq(tables.labs.id, lab.id))
    await as.takeBackCourseRevision({ slug: 'back', id: data[0]!.id })
    expect((await app.asVisitor.getCourse({ slug: 'back' })).sections[0]?.lessons).toHaveLength(3)
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

describe('the status', () => {
  test('takes effect at once: a course is archived and sold again, with its draft beside it', async () => {
    await publishedCourse(as, 'status')
    await change('status', { title: 'Anew' })
    expect(await change('status', { status: 'archived' })).toMatchObject({
      status: 'archived',
      title: 'Anew',
      draft: {},
    })
    expect((await app.asVisitor.listCourses()).map(({ slug }) => slug)).not.toContain('status')
    expect(await change('status', { status: 'published' })).toMatchObject({ status: 'published' })
    expect((await app.asVisitor.getCourse({ slug: 'status' })).title).toBe('Course status')
    await expect(change('status', { status: 'draft' })).rejects.toMatchObject(conflict)
    await publishNow(as, 'status')
    await complete('of-status', 'status', 'start', 'first')
    await expect(change('status', { status: 'beta' })).rejects.toMatchObject(conflict)
  })

  test('a course that somebody has is not deleted, and may be archived; another is gone with its draft', async () => {
    await publishedCourse(as, 'kept')
    await complete('of-kept', 'kept', 'start', 'first')
    expect((await read('kept')).allowed).not.toContain('delete')
    await expect(as.deleteCourse({ slug: 'kept' })).rejects.toMatchObject({
      ...conflict,
      extra: { archive_instead: true, learners: 1 },
    })
    const { uuid } = await publishedCourse(as, 'gone')
    await change('gone', { title: 'Anew' })
    await as.deleteCourse({ slug: 'gone' })
    await expect(read('gone')).rejects.toMatchObject({ status: 404 })
    for (const table of [tables.contentDrafts, tables.contentDraftParts, tables.contentRevisions])
      expect(await app.deps.db.$count(table, eq(table.item_id, uuid))).toBe(0)
    await expect(as.deleteCourse({ slug: 'gone' })).rejects.toMatchObject({ status: 404 })
  })
})

describe('people of a course', () => {
  test('testers open a beta, and nobody else; who leaves keeps what they had otherwise', async () => {
    await writeCourse(as, 'early')
    await change('early', { status: 'beta' })
    const [anna, bert] = [await named('anna'), await named('bert')]
    await complete('bert', 'early', 'start', 'first').catch(() => {})
    const betaEdit = { add: [anna, bert, 'nobody-at-all'] }
    expect(await as.changeBetaTesters({ slug: 'early', betaEdit })).toEqual({
      added: [anna, bert],
      already_in: [],
      removed: [],
      not_in: [],
      unknown: ['nobody-at-all'],
    })
    expect((await app.as('anna').getCourseDetails({ slug: 'early' })).title).toBe('Course early')
    await expect(app.as('carl').getCourse({ slug: 'early' })).rejects.toMatchObject({ status: 404 })
    expect((await read('early')).beta_testers).toBe(2)
    expect(
      await as.changeBetaTesters({ slug: 'early', betaEdit: { add: [anna], remove: [bert, await named('carl')] } }),
    ).toMatchObject({ already_in: [anna], removed: [bert], not_in: ['carl'] })
    await expect(app.as('bert').getCourse({ slug: 'early' })).rejects.toMatchObject({ status: 404 })
    await publishNow(as, 'early')
    expect((await app.as('anna').getCourseProgress({ slug: 'early' })).enrolled).toBe(true)
    expect((await app.as('bert').getCourseProgress({ slug: 'early' })).enrolled).toBe(true)
  })

  test('learners are listed with how they came in and how far they are; one is removed and restored', async () => {
    await publishedCourse(as, 'people')
    await complete('dora', 'people', 'start', 'first')
    const { uuid: course_id } = await read('people')
    const row = { user_id: await app.idOf('dora'), course_id, kind: 'course', source: 'voucher' } as const
    await app.deps.db.insert(tables.entitlements).values({ ...row, ends_at: new Date() })
    await complete('emil', 'people', 'start', 'second')
    const list = async (filter: object = {}) =>
      (await as.listCourseUsers({ slug: 'people', filter: JSON.stringify(filter) })).data
    expect(await list()).toMatchObject([
      { id: 'emil', source: 'administrator', completed: 1, required: 2, state: 'open', allowed: ['remove'] },
      { id: 'dora', source: 'administrator', completed: 1 },
    ])
    expect((await list({ q: 'dora' })).map(({ id }) => id)).toEqual(['dora'])
    expect((await list({ id: ['emil'] })).map(({ id }) => id)).toEqual(['emil'])
    const { restore_until } = await as.removeCourseUser({ slug: 'people', id: 'dora' })
    expect(Date.parse(restore_until) - Date.now()).toBeGreaterThan(9 * 60_000)
    expect(await list({ state: 'revoked' })).toMatchObject([{ id: 'dora', restore_until, allowed: ['restore'] }])
    expect(await app.as('dora').getCourseProgress({ slug: 'people' })).toMatchObject({
      enrolled: false,
      refusal: { code: 'revoked' },
    })
    await expect(as.removeCourseUser({ slug: 'people', id: 'dora' })).rejects.toMatchObject(conflict)
    await as.restoreCourseUser({ slug: 'people', id: await app.idOf('dora') })
    expect(await app.as('dora').getCourseProgress({ slug: 'people' })).toMatchObject({ enrolled: true, completed: 1 })
    expect((await list({ q: 'dora' }))[0]).toMatchObject({ state: 'open', reason: null, restore_until: null })
    await as.removeCourseUser({ slug: 'people', id: 'dora' })
    const { entitlements } = tables
    const long = { removed_at: sql`now() - interval '11 minutes'` }
    await app.deps.db.update(entitlements).set(long).where(isNotNull(entitlements.removed_at))
    await expect(as.restoreCourseUser({ slug: 'people', id: 'dora' })).rejects.toMatchObject(conflict)
    await expect(as.removeCourseUser({ slug: 'people', id: 'nobody' })).rejects.toMatchObject({ status: 404 })
    await expect(as.removeCourseUser({ slug: 'nowhere', id: 'dora' })).rejects.toMatchObject({ status: 404 })
  })
})

test('a course made otherwise is read all the same', async () => {
  await makeCourse(app.deps.db, 'made')
  expect(await read('made')).toMatchObject({ status: 'published', missing: [{ code: 'text' }, { code: 'text' }] })
})
