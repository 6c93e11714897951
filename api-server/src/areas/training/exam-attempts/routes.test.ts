import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeExam } from '../../../../test/catalogue.ts'
import { examAttempts, flags } from '../../../db/schema/index.ts'
import { grant } from '../../catalogue/entitlements/service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('visitors see the details and total points of an exam, but no flags or drafts', async () => {
  const course = await makeCourse(app.deps.db, 'prepared')
  const exam = await makeExam(app.deps.db, 'expert', { course_id: course.id, rules: 'Bring coffee.' })
  await makeExam(app.deps.db, 'not-yet', { status: 'draft' })
  await app.deps.db.insert(flags).values([
    {
      exam_id: exam.id,
      position: 0,
      title: 'One',
      question: 'Which role?',
      type: 'STATIC',
      points: 30,
      secret: 'hidden-answer',
    },
    {
      exam_id: exam.id,
      position: 1,
      title: 'Old',
      question: 'Gone',
      type: 'STATIC',
      points: 5,
      archived_at: new Date(),
    },
  ])
  const read = await app.asVisitor.getExam({ slug: 'expert' })
  expect(read).toMatchObject({
    course: 'prepared',
    flags: 1,
    total_points: 30,
    rules: 'Bring coffee.',
    price: { amount: 30000 },
  })
  expect(JSON.stringify(read)).not.toMatch(/hidden-answer|Which role/)
  expect((await app.asVisitor.listPublicExams()).map(({ slug }) => slug)).toEqual(['expert'])
  expect(await app.asLearner.listExams()).toEqual(await app.asVisitor.listPublicExams())
  await expect(app.asVisitor.getExam({ slug: 'not-yet' })).rejects.toMatchObject({ status: 404 })
})

test('visitors see whether booking is open, also on the page of the course', async () => {
  const course = await makeCourse(app.deps.db, 'leads-to-an-exam')
  await makeExam(app.deps.db, 'soon', { course_id: course.id })
  await makeExam(app.deps.db, 'open', { bookable: true })
  const exams = await app.asVisitor.listPublicExams()
  expect(exams.find(({ slug }) => slug === 'soon')?.bookable).toBe(false)
  expect(exams.find(({ slug }) => slug === 'open')?.bookable).toBe(true)
  expect((await app.asVisitor.getCourse({ slug: 'leads-to-an-exam' })).exam).toMatchObject({ bookable: false })
})

test('lists exams that the learner owns or has attempted, each with its newest attempt', async () => {
  const { db } = app.deps
  const owned = await makeExam(db, 'owned')
  const sat = await makeExam(db, 'sat')
  await makeExam(db, 'neither')
  const nora = app.as('nora')
  const userId = await app.idOf('nora')
  await db.transaction((tx) => grant(tx, { userId, exam: owned.id, source: 'purchase' }))
  await db.insert(examAttempts).values([
    { exam_id: sat.id, user_id: userId, number: 1, state: 'failed', created_at: new Date('2026-01-01') },
    { exam_id: sat.id, user_id: userId, number: 2, state: 'passed', points: 80, extra_points: 5 },
    { exam_id: owned.id, user_id: await app.idOf('somebody-else'), number: 1, state: 'passed', points: 99 },
  ])
  expect(await nora.listMyExams()).toMatchObject([
    { slug: 'owned', has_access: true, bookable: false, attempt: null, access_ends_at: expect.any(String) },
    { slug: 'sat', has_access: false, access_ends_at: null, attempt: { state: 'passed', points: 85 } },
  ])
  expect(await app.as('newcomer').listMyExams()).toEqual([])
})
