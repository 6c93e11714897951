import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../../test/catalogue.ts'
import { conflict, courseEditing, fieldsOf, stale } from '../../../../../test/fixtures/course-editing.ts'
import {
  editedLesson,
  editedSection,
  publishNow,
  saveText,
  sectionsOf,
  writeCourse,
} from '../../../../../test/fixtures/editor.ts'
import * as tables from '../../../../db/schema/index.ts'

let app: TestApp
let as: Api
beforeAll(async () => {
  app = await startTestApp()
  as = app.asAdmin
})
afterAll(() => app.close())

const { read, change, arrange, lessonOf, textOf, named, complete, insertSolvedTest, storedFile } = courseEditing(
  () => app,
)

describe('editing a course', () => {
  test('creates and publishes a new one', async () => {
    const written = await writeCourse(as, 'from-nothing')
    expect(written).toMatchObject({ status: 'draft', draft: null, planned: null, missing: [], computed_hours: 0.5 })
    expect(written.allowed).toEqual(['update', 'publish', 'archive', 'delete', 'change_beta_testers'])
    const published = await publishNow(as, 'from-nothing')
    expect(published).toMatchObject({ status: 'published', draft: null })
    expect((await app.asVisitor.getCourse({ slug: 'from-nothing' })).sections[0]?.lessons).toHaveLength(2)
  })

  test('stores and returns every field unchanged', async () => {
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
      instructors: [{ name: 'Ines', title: 'Lead', bio: 'Bio', picture: null }],
      price: { amount: 4900, currency: 'USD' },
      position: 3,
      estimated_hours: 7.5,
      access_days: 90,
      certificate_type: 'required' as const,
      certificate_months: 24,
      renews: 'from-nothing',
      feedback_form: 'a-form',
      feedback_share: 0.25,
      video_share: 0.8,
    }
    expect(await as.saveCourse({ slug: 'all-fields', courseEdit: fields })).toMatchObject(fields)
    const nowhere = as.saveCourse({ slug: 'more', courseEdit: { ...fields, renews: 'nowhere' } })
    expect(await fieldsOf(nowhere)).toEqual([422, 'renews'])
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
    ['with an unknown form', { title: 'T', level: 'beginner', feedback_form: 'nowhere' }, [422, 'feedback_form']],
  ] as const)('rejects a course %s', async (_, courseEdit, fields) => {
    expect(await fieldsOf(as.saveCourse({ slug: 'refused', courseEdit }))).toEqual(fields)
    await expect(read('refused')).rejects.toMatchObject({ status: 404 })
  })

  test('rejects a picture of an instructor that was not uploaded', async () => {
    const instructors = [{ name: 'Ines', title: '', bio: '', picture: 'lost.png' }]
    const courseEdit = { title: 'T', level: 'beginner' as const, instructors }
    expect(await fieldsOf(as.saveCourse({ slug: 'refused', courseEdit }))).toEqual([422, 'instructors.0.picture'])
  })

  test('rejects reserved, invalid and taken slugs', async () => {
    const courseEdit = { title: 'T', level: 'beginner' } as const
    expect(await fieldsOf(as.saveCourse({ slug: 'me', courseEdit }))).toEqual([422, 'slug'])
    expect(await fieldsOf(as.saveCourse({ slug: 'Not A Slug', courseEdit }))).toEqual([422, 'slug'])
    await writeCourse(as, 'taken')
    expect(await fieldsOf(as.saveCourse({ slug: 'taken', courseEdit }))).toEqual([409, 'slug'])
    await expect(as.saveCourse({ slug: 'nowhere', courseEdit: { version: 1, title: 'T' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('two editors', () => {
  test('of one part conflict without losing the first edit; editors of other parts do not', async () => {
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
  test('is rejected field by field', async () => {
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

  test('moves lessons with their progress, also when two swap a slug; removed ones with history are archived and can return', async () => {
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

describe('publication requirements', () => {
  test('are listed while unmet, and block publishing', async () => {
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

  test('rejects a file that is missing or has the wrong type', async () => {
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

test('a course created otherwise can be read too', async () => {
  await makeCourse(app.deps.db, 'made')
  expect(await read('made')).toMatchObject({ status: 'published', missing: [{ code: 'text' }, { code: 'text' }] })
})
