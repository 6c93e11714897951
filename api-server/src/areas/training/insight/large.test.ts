import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { kinds, openTestDatabaseOf } from '../../../../test/database.ts'
import type { Db } from '../../../db/open.ts'
import { foldInsights } from './fold.ts'

const LEARNERS = 20_000
const LESSONS = 50
const CALLS = 40
const TIME = 1_200_000

describe.skipIf(!process.env.LONG).each(kinds)('a million rows of progress on %s (only with LONG=1)', (kind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestDatabaseOf(kind) })
    await fill(app.deps.db)
  }, TIME)
  afterAll(() => app.close())

  test('are counted in batches and shown immediately, without blocking other requests', { timeout: TIME }, async () => {
    const { db } = app.deps
    const counting = await measure(db, () => foldInsights(app.deps, new AbortController().signal))
    const insight = await app.asAdmin.getCourseInsight({ slug: 'large' })
    expect(insight.lessons.map(({ figures }) => figures?.begun)).toEqual(
      Array.from({ length: LESSONS }, () => LEARNERS),
    )
    const reads: number[] = []
    const waited: number[] = []
    for (let call = 0; call < CALLS; call++) {
      const { took, waits } = await measure(db, () => app.asAdmin.getCourseInsight({ slug: 'large' }))
      reads.push(took)
      waited.push(...waits)
    }
    console.info(
      `${kind}: counted in ${(counting.took / 1000).toFixed(1)} s, others waited ${p95(counting.waits)} ms at p95 and ${most(counting.waits)} at most; read in ${p95(reads)} ms at p95, others waited ${most(waited)} ms at most`,
    )
    expect(p95(reads)).toBeLessThan(300)
    if (kind === 'embedded') for (const waits of [counting.waits, waited]) expect(p95(waits)).toBeLessThan(50)
  })
})

const p95 = (times: number[]) => Math.ceil(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0)
const most = (times: number[]) => Math.ceil(times.reduce((longest, time) => Math.max(longest, time), 0))

async function timeOf(work: () => PromiseLike<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Measures how long the work takes, and how long small queries wait meanwhile. */
async function measure(db: Db, work: () => PromiseLike<unknown>) {
  const waits: number[] = []
  let isDone = false
  const others = async () => {
    while (!isDone) waits.push(await timeOf(() => db.execute(sql`select 1`)))
  }
  const working = timeOf(work).finally(() => {
    isDone = true
  })
  await Promise.all([others(), working])
  return { took: await working, waits }
}

/** Inserts films of ten minutes. Every learner watched parts of each. */
async function fill(db: Db) {
  const films = Array.from({ length: LESSONS }, (_, n) => ({ slug: `film-${n}` }))
  const { id } = await makeCourse(db, 'large', {}, films)
  await db.execute(
    sql`update lessons set kind = 'video', video = 'film', duration_seconds = 600 where course_id = ${id}`,
  )
  await db.execute(sql`insert into users (username, email, password_hash, full_name, activated_at)
    select 'crowd-' || n, 'crowd-' || n || '@learners.example', 'none', 'Person ' || n, now() from generate_series(1, ${LEARNERS}::int) n`)
  await db.execute(
    sql`insert into course_progress (user_id, course_id) select id, ${id}::uuid from users where username like 'crowd-%'`,
  )
  // One statement for each lesson, because a single one would exceed the time limit.
  for (let n = 0; n < LESSONS; n++)
    await db.execute(sql`insert into lesson_progress (user_id, lesson_id, course_id, position_seconds, intervals, begun_at, completed_at)
      select u.id, l.id, l.course_id, 300, '[[0, 120.5], [150, 300], [310, 400]]', now() - interval '20 minutes',
        case when hashtext(u.id::text) % 2 = 0 then now() end
      from users u, lessons l where u.username like 'crowd-%' and l.course_id = ${id} and l.position = ${n}`)
  await db.execute(sql`analyze`)
}
