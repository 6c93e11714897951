import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../../test/catalogue.ts'
import { kinds, openTestDatabaseOf } from '../../../../../test/database.ts'
import { createManualQueue, type ManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import type { Db } from '../../../../db/open.ts'
import { readDashboard } from '../attention.ts'
import { readFigures } from './service.ts'

const LEARNERS = 20_000
const LESSONS = 50
const CALLS = 40
const TIME = 1_200_000

describe.skipIf(!process.env.LONG).each(kinds)('a million finished lessons on %s (only with LONG=1)', (kind) => {
  let app: TestApp
  let queue: ManualQueue
  beforeAll(async () => {
    queue = createManualQueue(() => app.deps)
    app = await startTestApp({ database: await openTestDatabaseOf(kind) })
    await fill(app)
  }, TIME)
  afterAll(() => app.close())

  test('are counted by day without blocking other queries', { timeout: TIME }, async () => {
    let waited: number[] = []
    while ((await readFigures(app.deps, { days: '365' })).uncounted > 0)
      waited = waited.concat(await waitsBeside(queue.run('dashboard.count')))
    console.info(`${kind}: while days were counted, others waited ${say(waited)}`)
    if (kind === 'embedded') expect(percentileOf(waited, 0.95)).toBeLessThan(50)
  })

  test.each(['getDashboard', 'getFigures'] as const)(
    '%s responds quickly and blocks no other query',
    { timeout: TIME },
    async (call) => {
      const times: number[] = []
      let waited: number[] = []
      for (let n = 0; n < CALLS; n++) {
        const telling = timeOf(() =>
          call === 'getFigures' ? readFigures(app.deps, { days: '365' }) : readDashboard(app.deps),
        )
        waited = waited.concat(await waitsBeside(telling))
        times.push(await telling)
      }
      console.info(`${kind}: ${call} took ${say(times)}; others waited ${say(waited)}`)
      expect(percentileOf(times, 0.95)).toBeLessThan(300)
      if (kind === 'embedded') expect(percentileOf(waited, 0.95)).toBeLessThan(50)
    },
  )

  test('equal a slow count of the rows', { timeout: TIME }, async () => {
    const { from, until, figures } = await readFigures(app.deps, { days: '365' })
    const { rows } = (await app.deps.db.execute(sql`select count(distinct user_id)::int as learners from lesson_progress
      where completed_at >= ${from}::date and completed_at < ${until}::date + 1`)) as unknown as {
      rows: { learners: number }[]
    }
    expect(figures.find(({ name }) => name === 'learners')?.series[0]?.value).toBe(rows[0]?.learners)
  })

  /** Longest wait of other queries until the work was done. */
  async function waitsBeside(work: Promise<unknown>): Promise<number[]> {
    const waited: number[] = []
    let isDone = false
    const done = work.finally(() => {
      isDone = true
    })
    while (!isDone) waited.push(await timeOf(() => app.deps.db.execute(sql`select 1`)))
    await done
    return waited
  }
})

const percentileOf = (times: number[], share: number) =>
  Math.ceil(times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0)
const say = (times: number[]) => `${percentileOf(times, 0.95)} ms at p95, ${percentileOf(times, 1)} ms at most`

async function timeOf(work: () => PromiseLike<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Two years in which each learner finishes a lesson about every two weeks, and one in five runs a lab. */
async function fill({ deps: { db } }: TestApp) {
  const lessons = Array.from({ length: LESSONS }, (_, n) => ({ slug: `lesson-${n}` }))
  const course = await makeCourse(db, 'large', {}, lessons)
  const lab = await makeLab(db, 'large')
  await db.execute(sql`insert into users (username, email, password_hash, full_name, activated_at, created_at)
    select 'crowd-' || n, 'crowd-' || n || '@learners.example', 'none', 'Person ' || n, now(), now() - make_interval(mins => (n * 52)::int)
    from generate_series(1, ${LEARNERS}::int) n`)
  await db.execute(sql`update users set created_at = now() - interval '731 days' where username = 'crowd-1'`)
  await fillProgress(db, course.id)
  await db.execute(sql`insert into course_progress (user_id, course_id, completed_at, feedback_due_at, feedback_given_at)
    select id, ${course.id}::uuid, created_at, created_at, case when hashtext(username) % 2 = 0 then now() end from users where username like 'crowd-%'`)
  await db.execute(sql`insert into deployments (user_id, lab_id, cloud, module_version, duration_seconds, state, created_at, running_at, ended_at, stages)
    select id, ${lab.id}::uuid, 'aws', '1', 3600, 'ended', created_at, created_at + interval '2 minutes', created_at + interval '1 hour',
      jsonb_build_array(jsonb_build_object('name', 'network', 'started_at', created_at + interval '5 seconds'))
    from users where username like 'crowd-%5'`)
  await db.execute(sql`insert into orders (number, user_id, state, kind, target_id, slug, title, quantity, unit_amount, total_amount, provider, paid_at)
    select 'F-' || username, id, 'fulfilled', 'course', ${course.id}::uuid, 'large', 'Large', 1, 9900, 9900, 'demo', created_at
    from users where username like 'crowd-%'`)
  await db.execute(sql`analyze`)
}

/** Lesson by lesson, to keep each statement small. */
async function fillProgress(db: Db, course: string) {
  for (let n = 0; n < LESSONS; n++)
    await db.execute(sql`insert into lesson_progress (user_id, lesson_id, course_id, completed_at)
      select u.id, l.id, l.course_id, now() - make_interval(mins => (abs(hashtext(u.id::text || l.slug)) % (730 * 1440))::int)
      from users u, lessons l where u.username like 'crowd-%' and l.course_id = ${course}::uuid and l.position = ${n}`)
}
