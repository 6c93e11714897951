import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeExam, makeLab } from '../../../../test/catalogue.ts'
import { courses, entitlements, lessons } from '../../../db/schema/index.ts'
import { grant } from '../../catalogue/entitlements/service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('finds courses, labs and exams of the catalogue, and lessons only of courses that the learner has', async () => {
  const { db } = app.deps
  const mine = await makeCourse(db, 'gazelle', {}, [{ slug: 'one' }])
  await makeCourse(db, 'gazelle-drafted', { status: 'draft' })
  const others = await makeCourse(db, 'gazelle-of-others', {}, [{ slug: 'two' }])
  for (const { id } of [mine, others])
    await db.update(lessons).set({ title: 'How a gazelle rüns' }).where(eq(lessons.course_id, id))
  await makeLab(db, 'gazelle-lab')
  await makeLab(db, 'gazelle-lab-drafted', { status: 'draft' })
  await makeExam(db, 'gazelle-exam')
  const [me, other] = [await app.idOf('learner'), await app.idOf('somebody-else')]
  await grant(db, { userId: me, course: mine.id, source: 'administrator' })
  await grant(db, { userId: other, course: others.id, source: 'administrator' })

  const found = await app.asLearner.searchLearning({ q: 'GAZELLE' })
  expect(found.map(({ kind, slug, lesson }) => [kind, slug, lesson?.lesson])).toEqual([
    ['lesson', 'gazelle', 'one'],
    ['course', 'gazelle', undefined],
    ['course', 'gazelle-of-others', undefined],
    ['lab', 'gazelle-lab', undefined],
    ['exam', 'gazelle-exam', undefined],
  ])
  expect(await app.asLearner.searchLearning({ q: 'runs' })).toMatchObject([
    {
      kind: 'lesson',
      title: 'How a gazelle rüns',
      within: 'Course gazelle',
      lesson: { section: 'start', lesson: 'one' },
    },
  ])

  await db
    .update(entitlements)
    .set({ ends_at: new Date(0) })
    .where(eq(entitlements.user_id, me))
  expect(await app.asLearner.searchLearning({ q: 'runs' })).toEqual([])
  await db.update(courses).set({ status: 'archived' }).where(eq(courses.id, others.id))
  expect((await app.as('somebody-else').searchLearning({ q: 'others' })).map(({ slug }) => slug)).toEqual([others.slug])
  await expect(app.asLearner.searchLearning({ q: 'ga' })).rejects.toMatchObject({ code: 'invalid' })
})
