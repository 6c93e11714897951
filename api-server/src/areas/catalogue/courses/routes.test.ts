import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../test/catalogue.ts'
import { flags, lessons } from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const person = (name: string) => ({ name, title: 'Lead', bio: 'Breaks things.' })

test('shows an instructor with their other published courses, but no drafts', async () => {
  const { db } = app.deps
  await makeCourse(db, 'first', { title: 'First', instructors: [person('Ada'), person('Bo')] })
  await makeCourse(db, 'second', { title: 'Second', instructors: [person('Ada')] })
  await makeCourse(db, 'hidden', { title: 'Hidden', status: 'draft', instructors: [person('Ada')] })
  const { instructors } = await app.asVisitor.getCourse({ slug: 'first' })
  expect(instructors).toEqual([
    { ...person('Ada'), picture: null, courses: [{ slug: 'second', title: 'Second' }] },
    { ...person('Bo'), picture: null, courses: [] },
  ])
})

test('a lab shows its extra fields, its points, and the published courses that contain it', async () => {
  const { db } = app.deps
  const field = { name: 'address', label: 'Your address', hint: '', required: true, max_length: 40 }
  const { id: lab_id } = await makeLab(db, 'vault', { title: 'A vault', extra_fields: [field] })
  const { id: course_id } = await makeCourse(db, 'teaching', { title: 'Teaching' })
  await db.update(lessons).set({ kind: 'lab', lab_id }).where(eq(lessons.course_id, course_id))
  const flag = { lab_id, title: 'A', question: '?', type: 'STATIC' as const, secret: 'x' }
  await db.insert(flags).values([
    { ...flag, points: 10, position: 0 },
    { ...flag, points: 30, position: 1 },
  ])
  expect(await app.asVisitor.getLab({ slug: 'vault' })).toMatchObject({
    asks_for: ['Your address'],
    points: 40,
    downloads: 0,
    courses: ['teaching'],
  })
})
