import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { makeCourse, makeExam } from '../../../test/catalogue.ts'
import { flags } from '../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('visitors read what an exam asks, its points summed, and no flag or draft', async () => {
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
