import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../test/catalogue.ts'
import { flagSolves, flags, lessonProgress, lessons, users } from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const HOUR_MS = 3_600_000

test('counts the learner’s own finished lessons and flags by day in their time zone', async () => {
  const { db } = app.deps
  const slugs = Array.from({ length: 40 }, (_, n) => ({ slug: `lesson-${n}` }))
  const course = await makeCourse(db, 'busy', {}, slugs)
  const rows = await db.select({ id: lessons.id }).from(lessons).where(eq(lessons.course_id, course.id))
  const lab = await makeLab(db, 'busy-lab')
  const [flag] = await db
    .insert(flags)
    .values({
      ...{ lab_id: lab.id, slug: 'door', title: 'Door', question: 'Which?', type: 'STATIC' as const },
      points: 5,
      position: 0,
    })
    .returning()
  const me = await app.idOf('learner')
  // Forty lessons over 33 days, at all hours and on either side of midnights.
  const moments = rows.map((_, n) => new Date(Date.now() - n * 20.25 * HOUR_MS))
  await db
    .insert(lessonProgress)
    .values(
      rows.map(({ id }, n) => ({ user_id: me, lesson_id: id, course_id: course.id, completed_at: moments[n] ?? null })),
    )
  const solved_at = new Date(Date.now() - 50 * HOUR_MS)
  await db.insert(flagSolves).values({ flag_id: flag?.id ?? '', user_id: me, points: 5, solved_at })

  for (const time_zone of ['UTC', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kathmandu']) {
    await db.update(users).set({ time_zone }).where(eq(users.id, me))
    const dayOf = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone: time_zone })
    const { days } = await app.asLearner.readMyActivity()
    expect(days).toHaveLength(28)
    expect(days.at(-1)?.day).toBe(dayOf(new Date()))
    for (const { day, ...done } of days) {
      expect(done.lessons, `${day} in ${time_zone}`).toBe(moments.filter((at) => dayOf(at) === day).length)
      expect(done.flags, `${day} in ${time_zone}`).toBe(dayOf(solved_at) === day ? 1 : 0)
    }
  }
  expect((await app.as('somebody-else').readMyActivity()).days.every(({ lessons }) => lessons === 0)).toBe(true)
})
