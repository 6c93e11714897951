import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../../test/app.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../../test/database.ts'
import { watchRoundTrips } from '../../../../../test/every-call/count-round-trips.ts'
import {
  editedLesson,
  editedSection,
  publishedCourse,
  publishNow,
  sectionsOf,
} from '../../../../../test/fixtures/editor.ts'
import { createManualQueue, type ManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import { hold, untilWaiting } from '../../../../../test/races/lock-barrier.ts'
import * as tables from '../../../../db/schema/index.ts'
import { recordCompletion } from '../../../catalogue/progress/service.ts'

describeOnPostgres('concurrent editors and large courses', () => {
  const watch = watchRoundTrips()
  let app: TestApp
  let queue: ManualQueue
  let as: Api
  beforeAll(async () => {
    queue = createManualQueue(() => app.deps)
    app = await startTestApp({ database: await openTestPostgres(), deps: { queue } })
    as = app.asAdmin
  })
  afterAll(async () => {
    watch.stop()
    await app.close()
  })

  const read = (slug: string) => as.getCourseForAdmin({ slug })
  const outcomes = async (calls: Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map((one) => (one.status === 'fulfilled' ? 'saved' : one.reason.code)).toSorted()

  test('of five editors who save the same part or create the same course, one succeeds', async () => {
    const { version, outline } = await publishedCourse(as, 'raced')
    const five = [1, 2, 3, 4, 5]
    const once = ['saved', 'stale_version', 'stale_version', 'stale_version', 'stale_version']
    expect(
      await outcomes(five.map((n) => as.saveCourse({ slug: 'raced', courseEdit: { version, title: `By ${n}` } }))),
    ).toEqual(once)
    const [start] = sectionsOf(outline)
    const sections = (n: number) => [{ ...start!, title: `By ${n}` }]
    const saveSections = (n: number) =>
      as.saveSections({ slug: 'raced', sectionsEdit: { version: outline.version, sections: sections(n) } })
    expect(await outcomes(five.map(saveSections))).toEqual(once)
    const courseEdit = { title: 'T', level: 'beginner' } as const
    const created = await outcomes(five.map(() => as.saveCourse({ slug: 'created', courseEdit })))
    expect(created).toEqual(['conflict', 'conflict', 'conflict', 'conflict', 'saved'])
    const { content_version } = await read('raced')
    const publication = { version: content_version }
    expect(
      (await outcomes(five.map(() => as.publishCourse({ slug: 'raced', publication })))).filter(
        (one) => one === 'saved',
      ),
    ).toHaveLength(1)
  })

  test('a due publication happens once with several workers', async () => {
    const { uuid: id, version } = await publishedCourse(as, 'due')
    const { content_version } = await as.saveCourse({ slug: 'due', courseEdit: { version, title: 'Anew' } })
    const at = new Date(Date.now() + 3_600_000).toISOString()
    await as.publishCourse({ slug: 'due', publication: { version: content_version, at } })
    await app.deps.db
      .update(tables.contentDrafts)
      .set({ publish_at: sql`now()` })
      .where(eq(tables.contentDrafts.item_id, id))
    const work = [1, 2, 3].flatMap(() => [
      queue.run('revisions.publish', { kind: 'courses', id }),
      queue.run('revisions.sweep'),
    ])
    await Promise.all(work)
    expect((await read('due')).title).toBe('Anew')
    expect((await as.listCourseRevisions({ slug: 'due' })).total).toBe(2)
    const entries = await app.deps.db.select().from(tables.audit).where(eq(tables.audit.subject_id, 'due'))
    expect(entries.filter(({ action }) => action === 'courses.publish')).toHaveLength(2)
  })

  test('a lesson that learners complete while it is removed keeps their progress', async () => {
    const learners = ['kim', 'lou', 'max']
    for (const name of learners) await app.as(name).getMe()
    await publishedCourse(as, 'leaving')
    await as.changeBetaTesters({ slug: 'leaving', betaEdit: { add: learners } })
    const { outline } = await read('leaving')
    const [start] = sectionsOf(outline)
    const sections = [{ ...start!, lessons: start!.lessons.slice(1) }]
    await as.saveSections({ slug: 'leaving', sectionsEdit: { version: outline.version, sections } })
    const place = { slug: 'leaving', section_slug: 'start', lesson_slug: 'first' }
    const [, ...completed] = await Promise.allSettled([
      publishNow(as, 'leaving'),
      ...learners.map((name) => app.as(name).completeLesson(place)),
    ])
    const lesson = start!.lessons[0]!.id!
    const completions = await app.deps.db.$count(tables.lessonProgress, eq(tables.lessonProgress.lesson_id, lesson))
    expect(completions).toBe(completed.filter(({ status }) => status === 'fulfilled').length)
  })

  test('a learner who completes a lesson while the last open one is removed completes the course', async () => {
    await app.as('nia').getMe()
    await publishedCourse(as, 'narrowing')
    const { outline, uuid } = await read('narrowing')
    const [start] = sectionsOf(outline)
    const sections = [{ ...start!, lessons: start!.lessons.slice(0, 1) }]
    await as.saveSections({ slug: 'narrowing', sectionsEdit: { version: outline.version, sections } })
    const user = await app.idOf('nia')
    // Their completion is written but not yet committed when the editor publishes.
    const lesson = { id: start!.lessons[0]!.id!, course_id: uuid }
    const commit = await hold(app.deps.db, (tx) => recordCompletion(tx, user, lesson))
    const published = publishNow(as, 'narrowing')
    await untilWaiting(app.deps.db, 1)
    await commit()
    await published
    const [mine] = await app.deps.db
      .select()
      .from(tables.courseProgress)
      .where(eq(tables.courseProgress.course_id, uuid))
    expect(mine).toMatchObject({ user_id: user, completed_at: expect.any(Date) })
  })

  test('the structure of hundreds of lessons needs as many statements as a small one, except for its batches of rows', async () => {
    const outline = (size: number) =>
      Array.from({ length: size / 10 }, (_, at) =>
        editedSection(
          `section-${at}`,
          Array.from({ length: 10 }, (_, place) => editedLesson(`lesson-${place}`)),
        ),
      )
    const count = async (slug: string, size: number) => {
      await as.saveCourse({ slug, courseEdit: { title: 'T', level: 'beginner' } })
      const save = async (sections: ReturnType<typeof outline>) => {
        const { version } = (await read(slug)).outline
        return watch.count(() => as.saveSections({ slug, sectionsEdit: { version, sections } }))
      }
      const first = await save(outline(size))
      const sections = sectionsOf((await read(slug)).outline)
      const moved = [...sections.slice(1), { ...sections[0]!, lessons: sections[0]!.lessons.toReversed() }]
      const again = await save(moved)
      const opened = await watch.count(() => read(slug))
      return { saved: first.statements, moved: again.statements, opened: opened.statements }
    }
    const small = await count('small', 10)
    // Rows are written in batches of 200.
    const size = process.env.LONG ? 500 : 210
    const more = Math.ceil(size / 200) - 1
    const large = await count('large', size)
    expect(large.saved - small.saved).toBe(more)
    expect(large.moved - small.moved).toBe(more)
    expect(large.opened).toBe(small.opened)
    expect(small.opened).toBeLessThan(20)
    expect(small.saved).toBeLessThan(50)
    expect((await read('large')).outline.sections.map(({ slug }) => slug).slice(-2)).toEqual([
      `section-${size / 10 - 1}`,
      'section-0',
    ])
  })
})
