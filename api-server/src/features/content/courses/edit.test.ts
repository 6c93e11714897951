import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { createManualQueue, type ManualQueue } from '../../../../test/manual-queue.ts'

let app: TestApp
let queue: ManualQueue
let as: TestApp['asAdmin']
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  as = app.asAdmin
})
afterAll(() => app.close())

const text = 'Some text.'
/** A course with a reading, written by the calls of the editor; it may be published. */
async function write(slug: string, lessons = ['first', 'second']) {
  const { version } = await as
    .saveCourse({
      slug,
      courseEdit: { title: `Course ${slug}`, level: 'beginner', price: { amount: 0, currency: 'EUR' } },
    })
    .then(({ outline }) => outline)
  const { outline } = await as.saveSections({
    slug,
    sectionsEdit: {
      version,
      sections: [
        {
          slug: 'start',
          title: 'Start',
          opens_after: null,
          lessons: lessons.map((lesson) => ({
            slug: lesson,
            title: `Lesson ${lesson}`,
            kind: 'reading',
            required: true,
            free_preview: false,
            lab: null,
          })),
        },
      ],
    },
  })
  for (const { id } of outline.sections[0]!.lessons) {
    const lesson = await as.getLesson({ slug, id })
    await as.saveLesson({ slug, id, lessonEdit: { version: lesson.version, body: text } })
  }
  return as.getCourseForAdmin({ slug })
}

test('a course is written, published and read by everybody', async () => {
  const written = await write('from-nothing')
  expect(written).toMatchObject({ status: 'draft', draft: null, missing: [], computed_hours: 0.5 })
  const published = await as.publishCourse({ slug: 'from-nothing', publication: { version: written.content_version } })
  expect(published).toMatchObject({ status: 'published', draft: null, planned: null })
  expect((await app.asVisitor.getCourse({ slug: 'from-nothing' })).sections[0]?.lessons).toHaveLength(2)
  // Edits of it are a draft now.
  const saved = await as.saveCourse({ slug: 'from-nothing', courseEdit: { version: published.version, title: 'Anew' } })
  expect(saved).toMatchObject({ title: 'Anew', draft: { changes: [{ part: 'details', outdated: false }] } })
  expect((await app.asVisitor.getCourse({ slug: 'from-nothing' })).title).toBe('Course from-nothing')
  expect((await as.previewCourse({ slug: 'from-nothing' })).title).toBe('Anew')
  await as.publishCourse({ slug: 'from-nothing', publication: { version: saved.content_version } })
  expect((await app.asVisitor.getCourse({ slug: 'from-nothing' })).title).toBe('Anew')
  const { data } = await as.listCourseRevisions({ slug: 'from-nothing' })
  expect(data.map(({ number, changes, allowed }) => [number, changes.length, allowed])).toEqual([
    [2, 1, ['take_back']],
    [1, 1, []],
  ])
  const back = await as.takeBackCourseRevision({ slug: 'from-nothing', id: data[0]!.id })
  expect(back).toMatchObject({ title: 'Course from-nothing', draft: null })
  expect((await app.asVisitor.getCourse({ slug: 'from-nothing' })).title).toBe('Course from-nothing')
})
