import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { everyKind, makeFeedbackCourse, type Questions, respond } from '../../../../../test/fixtures/feedback-course.ts'
import { audit, courses, users } from '../../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const create = (title: string) => app.asAdmin.createFeedbackForm({ feedbackFormEdit: { title } })
const save = (form: { id: string; version: number }, questions: Questions) =>
  app.asAdmin.saveFormQuestions({ form_id: form.id, formQuestionsEdit: { version: form.version, questions } })
const read = (form_id: string) => app.asAdmin.getFeedbackFormForAdmin({ form_id })
const asEdited = ({ slug: _, answered: __, ...question }: Awaited<ReturnType<typeof read>>['questions'][number]) =>
  question
const rating: Questions[number] = { kind: 'rating', label: 'Good?', choices: [], required: true }
const actionsOn = async (slug: string) =>
  (await app.deps.db.select().from(audit).where(eq(audit.subject_id, slug)).orderBy(audit.at)).map(
    ({ action }) => action,
  )

describe('a form', () => {
  test('is created, changed, archived, restored and deleted, each with its audit entry', async () => {
    const form = await create('What you thought')
    expect(form).toMatchObject({ slug: 'what-you-thought', anonymity_threshold: 3, form_version: 1, questions: [] })
    expect((await create('What you thought')).slug).toBe('what-you-thought-2')
    const { id: form_id } = form
    const change = (version: number, feedbackFormEdit: object) =>
      app.asAdmin.updateFeedbackForm({ form_id, feedbackFormEdit: { version, ...feedbackFormEdit } })
    expect(await change(1, { intro: 'Two minutes.' })).toMatchObject({ intro: 'Two minutes.', version: 2 })
    expect(await change(2, { intro: 'Two minutes.' })).toMatchObject({ version: 2 })
    await expect(change(1, { title: 'Late' })).rejects.toMatchObject({ code: 'stale_version' })
    const gone = await change(2, { archived: true })
    expect(gone).toMatchObject({ archived_at: expect.any(String), allowed: ['restore', 'delete', 'duplicate'] })
    await expect(change(3, { title: 'Late' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(save(gone, [rating])).rejects.toMatchObject({ code: 'conflict' })
    expect(await change(3, { archived: false })).toMatchObject({ archived_at: null, version: 4 })
    expect(await app.asAdmin.deleteFeedbackForm({ form_id })).toEqual({ outcome: 'deleted' })
    await expect(read(form_id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await actionsOn('what-you-thought')).toEqual([
      'forms.create',
      'forms.update',
      'forms.archive',
      'forms.restore',
      'forms.delete',
    ])
  })

  test('is rejected without a title, with a taken slug, and with a threshold that is too low', async () => {
    const refused = (feedbackFormEdit: object) => expect(app.asAdmin.createFeedbackForm({ feedbackFormEdit })).rejects
    await refused({}).toMatchObject({ code: 'invalid', errors: [{ field: 'title' }] })
    await refused({ title: 'x', anonymity_threshold: 1 }).toMatchObject({ errors: [{ field: 'anonymity_threshold' }] })
    await app.asAdmin.createFeedbackForm({ feedbackFormEdit: { title: 'x', slug: 'taken' } })
    await refused({ title: 'y', slug: 'taken' }).toMatchObject({ code: 'conflict', errors: [{ field: 'slug' }] })
  })

  test('used by a course is not deleted, and one with answers is archived', async () => {
    const { course, form, ids } = await makeFeedbackCourse(app, 'used')
    const drop = () => app.asAdmin.deleteFeedbackForm({ form_id: form.id })
    await expect(drop()).rejects.toMatchObject({ code: 'conflict' })
    await respond(app, 'used-1', course, [{ question_id: ids[0]!, rating: 5 }])
    expect(await drop()).toEqual({ outcome: 'archived' })
    await expect(drop()).rejects.toMatchObject({ code: 'conflict' })
    const listed = async (filter: object) =>
      (await app.asAdmin.listFeedbackForms({ filter: JSON.stringify(filter) })).data.map(({ id }) => id)
    expect(await listed({})).not.toContain(form.id)
    expect(await listed({ archived: true })).toContain(form.id)
    expect(await actionsOn(form.slug)).toEqual(['forms.create', 'forms.save_questions', 'forms.archive'])
  })

  test('is copied with its questions and without its answers', async () => {
    const { course, form, ids } = await makeFeedbackCourse(app, 'copied')
    await respond(app, 'copied-1', course, [{ question_id: ids[0]!, rating: 5 }])
    const copy = await app.asAdmin.duplicateFeedbackForm({ form_id: form.id, formCopy: { title: 'Copy' } })
    expect(copy).toMatchObject({ title: 'Copy', responses: 0, courses: [], questions: everyKind })
    expect(copy.questions.map(({ id }) => id)).not.toEqual(ids)
  })

  test('lists the actions allowed to the caller', async () => {
    const form = await create('Whose')
    for (const capability of ['content', 'support'] as const) {
      const by = app.as(`forms-${capability}`, { roles: ['user', 'admin'], capabilities: [capability] })
      const { allowed } = await by.getFeedbackFormForAdmin({ form_id: form.id })
      expect(allowed).toEqual(capability === 'content' ? ['update', 'archive', 'delete', 'duplicate'] : [])
      const { data } = await by.listFeedbackForms({ filter: JSON.stringify({ id: form.id }) })
      expect(data[0]?.allowed).toEqual(allowed)
    }
  })
})

describe('questions', () => {
  test('are reordered, added, changed and removed and keep their ids; unanswered, in the same version', async () => {
    const { form } = await save(await create('Ordered'), everyKind)
    const [first, second, ...others] = form.questions.map(asEdited)
    const { form: next, ...outcome } = await save(form, [{ ...second!, label: 'How quick?' }, first!, rating])
    expect(next.questions.map(({ id }) => id).slice(0, 2)).toEqual([second!.id, first!.id])
    expect(next.questions.map(({ label }) => label)).toEqual(['How quick?', first!.label, 'Good?'])
    expect(new Set(next.questions.map(({ slug }) => slug)).size).toBe(3)
    expect(outcome).toEqual({ new_version: false, archived: [], deleted: others.map(({ label }) => label) })
    expect(next).toMatchObject({ form_version: 1, version: form.version + 1 })
    const same = await save(next, next.questions.map(asEdited))
    expect(same.form.version).toBe(next.version)
  })

  test('create a new version once answered, and earlier answers keep their wording', async () => {
    const { course, form, ids } = await makeFeedbackCourse(app, 'versioned', { threshold: 2 })
    for (const name of ['versioned-1', 'versioned-2'])
      await respond(app, name, course, [
        { question_id: ids[0]!, rating: 5 },
        { question_id: ids[3]!, text: 'Nothing' },
      ])
    const { form: next, ...outcome } = await save(await read(form.id), [
      { ...asEdited(form.questions[0]!), label: 'How bad was it?' },
    ])
    expect(outcome).toMatchObject({
      new_version: true,
      archived: ['What was missing?'],
      deleted: ['How fast was it?', 'What helped?', 'Would you recommend it?'],
    })
    expect(next).toMatchObject({ form_version: 2, version_responses: 0, responses: 2 })
    const versions = await app.asAdmin.listFeedbackFormVersions({ form_id: form.id })
    expect(versions.map(({ number, responses }) => [number, responses])).toEqual([
      [2, 0],
      [1, 2],
    ])
    const { data } = await app.asAdmin.listFeedbackAnswers({ filter: JSON.stringify({ course: 'versioned' }) })
    expect(new Set(data.map(({ question }) => question))).toEqual(new Set(['How good was it?', 'What was missing?']))
    const changed = await app.asAdmin.updateFeedbackForm({
      form_id: form.id,
      feedbackFormEdit: { version: next.version, anonymity_threshold: 7 },
    })
    expect(changed.form_version).toBe(2)
    expect((await app.asAdmin.listFeedbackFormVersions({ form_id: form.id }))[0]).toMatchObject({
      anonymity_threshold: 7,
    })
  })

  test('are rejected at the invalid field, and after a concurrent change', async () => {
    const { form } = await save(await create('Refused'), [rating])
    const [question] = form.questions.map(asEdited)
    const refused = async (questions: Questions) =>
      expect(await save(form, questions).catch((error) => error.errors[0]?.field))
    ;(await refused([{ ...rating, kind: 'single' }])).toBe('questions.0.choices')
    ;(await refused([{ ...rating, choices: ['a'] }])).toBe('questions.0.choices')
    ;(await refused([{ ...rating, kind: 'multiple', choices: ['a', 'b', 'a'] }])).toBe('questions.0.choices.2')
    ;(await refused([question!, question!])).toBe('questions.1.id')
    ;(await refused([{ ...question!, id: crypto.randomUUID() }])).toBe('questions.0.id')
    await expect(save({ ...form, version: 1 }, [])).rejects.toMatchObject({ code: 'stale_version' })
  })
})

describe('a response', () => {
  test('is shown without its author, and HTML is text in the list and the export', async () => {
    const { course, form, ids } = await makeFeedbackCourse(app, 'read', { threshold: 2 })
    const html = '<script>alert(1)</script>'
    const answers = [
      { question_id: ids[0]!, rating: 2 },
      { question_id: ids[2]!, choices: ['Labs', 'Films'] },
      { question_id: ids[3]!, text: html },
    ]
    for (const name of ['reader-1', 'reader-2']) await respond(app, name, course, answers)
    const { data } = await app.asAdmin.listFeedbackResponses({ filter: JSON.stringify({ form_id: form.id }) })
    expect(data).toHaveLength(2)
    const response = await app.asAdmin.getFeedbackResponse({ response_id: data[0]!.id })
    expect(response).toMatchObject({ course: 'read', form_version: 1, quote_as: null, anonymity_threshold: 2 })
    expect(response.questions[3]).toMatchObject({ label: 'What was missing?', answer: { text: html } })
    expect(response.questions[1]?.answer).toBeNull()
    expect(JSON.stringify([response, data])).not.toMatch(/reader-\d|user_id|created_at/)

    const filter = JSON.stringify({ course: 'read', kind: 'text', q: 'script' })
    expect((await app.asAdmin.listFeedbackAnswers({ filter })).data).toMatchObject([{ answer: html }, { answer: html }])
    const chosen = JSON.stringify({ course: 'read', kind: 'multiple' })
    expect((await app.asAdmin.listFeedbackAnswers({ filter: chosen })).data[0]?.answer).toBe('Labs; Films')
    const file = await (
      await app.asAdmin.exportList({
        list: 'listFeedbackAnswers',
        exportAsk: { filter: JSON.stringify({ course: 'read' }) },
      })
    ).text()
    expect(file).toContain(`"${html}"`)
    expect(file).not.toContain('reader-1')
  })

  test('that waits for its group is on no page and in no list', async () => {
    const { course, ids } = await makeFeedbackCourse(app, 'alone')
    await respond(app, 'alone-1', course, [{ question_id: ids[0]!, rating: 2 }])
    const filter = JSON.stringify({ course: 'alone' })
    expect((await app.asAdmin.listFeedbackResponses({ filter })).data).toEqual([])
    expect((await app.asAdmin.listFeedbackAnswers({ filter })).data).toEqual([])
    const analytics = await app.asAdmin.getFeedbackAnalytics({ course_slug: 'alone' })
    expect(analytics).toMatchObject({ reached: 1, responses: 1, version: { shown: 0, waiting: 1 }, weeks: [] })
    for (const question of analytics.questions) expect(question).toMatchObject({ answers: 0, mean: null, score: null })
  })
})

describe('the statistics of a course', () => {
  test('show the rate, each distribution, the mean and the score, and compare only equal questions of versions', async () => {
    const { course, form, ids } = await makeFeedbackCourse(app, 'counted', { threshold: 2 })
    const given = [
      [5, 10, 'Just right'],
      [3, 9, 'Just right'],
      [4, 6, 'Too fast'],
      [4, 8, 'Just right'],
    ] as const
    for (const [at, [rating, score, choice]] of given.entries())
      await respond(app, `counted-${at}`, course, [
        { question_id: ids[0]!, rating },
        { question_id: ids[1]!, choice },
        { question_id: ids[4]!, score },
      ])
    const { course_slug } = { course_slug: 'counted' }
    const first = await app.asAdmin.getFeedbackAnalytics({ course_slug })
    expect(first).toMatchObject({ reached: 4, responses: 4, version: { number: 1, shown: 4, waiting: 0 } })
    const [rated, single, multiple, , recommend] = first.questions
    expect(rated).toMatchObject({ answers: 4, mean: 4, trend: [{ answers: 4, mean: 4 }] })
    expect(rated?.distribution.map(({ count }) => count)).toEqual([0, 0, 1, 2, 1])
    expect(single?.distribution).toEqual([
      { value: 'Too slow', count: 0 },
      { value: 'Just right', count: 3 },
      { value: 'Too fast', count: 1 },
    ])
    expect(multiple).toMatchObject({ answers: 0 })
    expect(recommend).toMatchObject({ answers: 4, score: 25, trend: [{ score: 25 }] })

    await save(
      await read(form.id),
      form.questions
        .map(asEdited)
        .map((question, at) => (at === 0 ? { ...question, label: 'How bad was it?' } : question)),
    )
    for (const name of ['counted-4', 'counted-5'])
      await respond(app, name, course, [
        { question_id: ids[0]!, rating: 1 },
        { question_id: ids[1]!, choice: 'Too slow' },
      ])
    const second = await app.asAdmin.getFeedbackAnalytics({ course_slug })
    expect(second.versions.map(({ number, responses, current }) => [number, responses, current])).toEqual([
      [2, 2, true],
      [1, 4, false],
    ])
    expect(second.questions[0]).toMatchObject({ answers: 2, mean: 1 })
    expect(second.questions[0]?.versions).toMatchObject([
      { number: 1, same: false, label: 'How good was it?', answers: 0 },
    ])
    expect(second.questions[1]?.versions).toMatchObject([{ number: 1, same: true, answers: 4 }])
    const past = { from: '2001-01-01', until: '2001-02-01' }
    const empty = await app.asAdmin.getFeedbackAnalytics({ course_slug, ...past })
    expect(empty).toMatchObject({
      from_week: '2001-01-01',
      until_week: '2001-01-29',
      version: { shown: 0 },
      responses: 6,
    })
    await expect(
      app.asAdmin.getFeedbackAnalytics({ course_slug, form_id: form.id, form_version: 9 }),
    ).rejects.toMatchObject({ code: 'not_found' })
    const listed = (await app.asAdmin.listCoursesWithFeedback()).find(({ slug }) => slug === course_slug)
    expect(listed).toMatchObject({ id: course_slug, form: form.title, responses: 6 })
  })

  test('still count erased learners', async () => {
    const { course, ids } = await makeFeedbackCourse(app, 'gone', { threshold: 2 })
    for (const name of ['gone-1', 'gone-2']) await respond(app, name, course, [{ question_id: ids[0]!, rating: 5 }])
    await app.deps.db.delete(users).where(eq(users.id, await app.idOf('gone-1')))
    expect(await app.asAdmin.getFeedbackAnalytics({ course_slug: 'gone' })).toMatchObject({ reached: 2, responses: 2 })
  })

  test('are empty without a form, and not found without a course', async () => {
    const { course } = await makeFeedbackCourse(app, 'formless')
    await app.deps.db.update(courses).set({ feedback_form_id: null }).where(eq(courses.id, course.id))
    const analytics = await app.asAdmin.getFeedbackAnalytics({ course_slug: 'formless' })
    expect(analytics).toMatchObject({ version: null, versions: [], questions: [] })
    await expect(app.asAdmin.getFeedbackAnalytics({ course_slug: 'none' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
