import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { courses, entitlements, exams, feedbackForms, labs } from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.deps
  const [form] = await db.insert(feedbackForms).values({ title: 'After the course' }).returning()
  await db.insert(feedbackForms).values({ title: 'Old form', archived_at: new Date() })
  const course = await makeCourse(db, 'aws-red', { title: 'AWS Red Team' })
  await db.update(courses).set({ feedback_form_id: form?.id ?? null })
  await makeCourse(db, 'azure-draft', { title: 'Azure Paths', status: 'draft' })
  const user_id = await app.idOf('mara')
  await db.insert(entitlements).values({ user_id, kind: 'course', course_id: course.id, source: 'administrator' })
  await db.insert(labs).values({
    slug: 'first-lab',
    title: 'First lab',
    difficulty: 'beginner',
    cloud: 'aws',
    module: 'first',
    duration_minutes: 60,
  })
  await db.insert(exams).values({
    slug: 'first-exam',
    title: 'First exam',
    cloud: 'gcp',
    price_amount: 100,
    duration_minutes: 60,
    passing_points: 1,
    module: 'first',
  })
})
afterAll(() => app.close())

const filter = (values: object) => ({ filter: JSON.stringify(values) })

test('lists courses with their counts, including drafts', async () => {
  const { data, total } = await app.asAdmin.listCoursesForAdmin({ sort: '["title","ASC"]' })
  expect(total).toBe(2)
  expect(data[0]).toMatchObject({ id: 'aws-red', learners: 1, completed: 0, lessons: 2 })
  expect(data[1]).toMatchObject({ id: 'azure-draft', status: 'draft', learners: 0 })
})

test('finds courses by words of their title and filters by status', async () => {
  expect((await app.asAdmin.listCoursesForAdmin(filter({ q: 'RED team' }))).data.map(({ id }) => id)).toEqual([
    'aws-red',
  ])
  expect((await app.asAdmin.listCoursesForAdmin(filter({ status: 'draft' }))).total).toBe(1)
  expect((await app.asAdmin.listCoursesForAdmin(filter({ id: ['azure-draft'] }))).total).toBe(1)
})

test('lists labs, exams and forms for administrators', async () => {
  expect((await app.asAdmin.listLabsForAdmin(filter({ cloud: 'aws' }))).data).toMatchObject([
    { id: 'first-lab', flags: 0, deployments: 0 },
  ])
  expect((await app.asAdmin.listExamsForAdmin(filter({ q: 'first' }))).data).toMatchObject([
    { id: 'first-exam', attempts_taken: 0, passed: 0 },
  ])
  expect((await app.asAdmin.listFeedbackForms({})).data.map(({ title }) => title)).toEqual(['After the course'])
  expect((await app.asAdmin.listFeedbackForms(filter({ archived: true }))).data.map(({ title }) => title)).toEqual([
    'Old form',
  ])
})

test('pickers include drafts and are only for administrators', async () => {
  expect((await app.asAdmin.listCourseChoices()).map(({ slug }) => slug)).toEqual(['aws-red', 'azure-draft'])
  expect((await app.asAdmin.listLabChoices()).map(({ slug }) => slug)).toEqual(['first-lab'])
  expect((await app.asAdmin.listExamChoices()).map(({ slug }) => slug)).toEqual(['first-exam'])
  for (const call of ['listCourseChoices', 'listLabChoices', 'listExamChoices'] as const)
    await expect(app.asLearner[call]()).rejects.toMatchObject({ status: 403 })
})
