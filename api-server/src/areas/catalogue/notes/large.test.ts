import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { kinds, openTestDatabaseOf } from '../../../../test/database.ts'
import { lessons } from '../../../db/schema/index.ts'

const NOTES = 10_000
const OTHERS = 20
const CALLS = 40
const TIME = 600_000

describe.skipIf(!process.env.LONG).each(kinds)('ten thousand notes of one account on %s (only with LONG=1)', (kind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestDatabaseOf(kind) })
    await fill(app)
  }, TIME)
  afterAll(() => app.close())

  const asked: Record<string, () => Promise<unknown>> = {
    'the first page': () => app.asLearner.listMyNotes({}),
    'a rare word': () => app.asLearner.listMyNotes({ q: 'zebra' }),
    'a word of every note': () => app.asLearner.listMyNotes({ q: 'policy' }),
    'a word of nobody': () => app.asLearner.listMyNotes({ q: 'walrus' }),
    'a word of others alone': () => app.asLearner.listMyNotes({ q: 'stranger' }),
    'a course': () => app.asLearner.listMyNotes({ course: 'large', q: 'role' }),
    'the courses': () => app.asLearner.listNotedCourses(),
    'the palette': () => app.asLearner.searchLearning({ q: 'policy' }),
  }

  test.each(Object.entries(asked))('%s is fast', { timeout: TIME }, async (name, ask) => {
    const times: number[] = []
    for (let call = 0; call < CALLS; call++) {
      const from = performance.now()
      await ask()
      times.push(performance.now() - from)
    }
    const p95 = Math.ceil(times.toSorted((a, b) => a - b)[Math.floor(CALLS * 0.95)] ?? 0)
    console.info(`${kind}: ${name} in ${p95} ms at p95`)
    expect(p95).toBeLessThan(300)
  })

  test('the file contains all of them', { timeout: TIME }, async () => {
    const from = performance.now()
    const file = await (await app.asLearner.downloadNotes({})).text()
    console.info(`${kind}: the file in ${Math.ceil(performance.now() - from)} ms`)
    expect(file.match(/^> /gm)).toHaveLength(NOTES)
  })
})

/** Notes of one learner at fifty lessons, and as many of each of twenty others. */
async function fill({ deps: { db }, idOf, asLearner }: TestApp) {
  const course = await makeCourse(
    db,
    'large',
    {},
    Array.from({ length: 50 }, (_, at) => ({ slug: `lesson-${at}` })),
  )
  const all = await db.select({ id: lessons.id }).from(lessons).where(eq(lessons.course_id, course.id))
  const ids = sql.raw(`array['${all.map(({ id }) => id).join("','")}']::uuid[]`)
  await asLearner.getMe()
  const insert = (users: string, word: string) =>
    db.execute(sql`insert into notes (user_id, course_id, lesson_id, text, created_at)
      select u.id, ${course.id}::uuid, (${ids})[1 + n % 50], 'Note ' || n || ' about the policy of a role, ' || md5(n::text) || ${word}
        || case when n % 2500 = 0 then ' zebra' else '' end, now() - make_interval(mins => n)
      from users u, generate_series(1, ${NOTES}::int) n where ${sql.raw(users)}`)
  await db.execute(sql`insert into users (username, email, password_hash, full_name, activated_at)
    select 'other-' || n, 'other-' || n || '@learners.example', 'none', 'Person ' || n, now() from generate_series(1, ${OTHERS}::int) n`)
  await insert(`u.id = '${await idOf('learner')}'`, '')
  // One after the other: each statement has its time.
  for (let other = 1; other <= OTHERS; other++) await insert(`u.username = 'other-${other}'`, ' stranger')
  await db.execute(sql`analyze`)
}
