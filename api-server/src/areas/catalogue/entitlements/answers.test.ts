import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeExam, makeLab } from '../../../../test/catalogue.ts'
import { entitlements, lessons } from '../../../db/schema/index.ts'
import { type Access, findAccess, findLabAccess, readLedger } from './service.ts'
import { isLabOpen, isOpen } from './sql.ts'

const RUNS = process.env.LONG ? 3000 : 30
const DAY = 86_400_000

let app: TestApp
let learner: string
/** Two courses, of which the first contains the first lab; two labs, of which the second stands alone; an exam. */
let targets: { kind: 'course' | 'lab' | 'exam'; id: string; slug: string }[]
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.deps
  learner = await app.idOf('asker')
  const [inside, alone] = [await makeLab(db, 'inside'), await makeLab(db, 'alone')]
  const [first, second] = [await makeCourse(db, 'first'), await makeCourse(db, 'second')]
  const exam = await makeExam(db, 'exam')
  await db
    .update(lessons)
    .set({ kind: 'lab', lab_id: inside.id })
    .where(sql`id = (select id from lessons
    where course_id = ${first.id} order by position limit 1)`)
  targets = [
    { kind: 'course', id: first.id, slug: 'first' },
    { kind: 'course', id: second.id, slug: 'second' },
    { kind: 'lab', id: inside.id, slug: 'inside' },
    { kind: 'lab', id: alone.id, slug: 'alone' },
    { kind: 'exam', id: exam.id, slug: 'exam' },
  ]
})
afterAll(() => app.close())

/** What was done with one right, in an order: each may come again, and what was revoked may be restored. */
const deed = fc.constantFrom('suspend', 'resume', 'revoke', 'restore', 'shorten', 'lengthen', 'no end')
const right = fc.record({
  of: fc.nat(4),
  starts: fc.integer({ min: -20, max: 5 }),
  ends: fc.option(fc.integer({ min: -10, max: 30 }), { nil: null }),
  deeds: fc.array(deed, { maxLength: 4 }),
})
type Right = typeof right extends fc.Arbitrary<infer T> ? T : never

/** A right as the history leaves it, by hand: days from today, whether it is suspended or revoked. */
function after({ of, starts, ends, deeds }: Right) {
  const state = { of, starts, ends, suspended: false, revoked: false }
  for (const done of deeds) {
    if (done === 'suspend' || done === 'resume') state.suspended = done === 'suspend'
    if (done === 'revoke' || done === 'restore') state.revoked = done === 'revoke'
    if (done === 'shorten') state.ends = -1
    if (done === 'lengthen') state.ends = 60
    if (done === 'no end') state.ends = null
  }
  return state
}

/** The answer for one target by going through everything: the longest right that is open, else what is wrong with the newest. */
function answerOf(history: Right[], at: number): { granted: boolean; ends: number | null; code: string | null } {
  let found: { ends: number | null } | undefined
  let code = 'not_entitled'
  for (const { of, starts, ends, suspended, revoked } of history.map(after)) {
    if (of !== at) continue
    const isOver = ends !== null && ends <= 0
    code = revoked ? 'revoked' : suspended ? 'suspended' : isOver ? 'ended' : starts > 0 ? 'not_yet' : 'open'
    if (code === 'open' && (!found || (found.ends !== null && (ends === null || ends > found.ends)))) found = { ends }
  }
  return found ? { granted: true, ends: found.ends, code: null } : { granted: false, ends: null, code }
}

const shown = (access: Access, now: number) =>
  access.granted
    ? { granted: true, ends: access.ends_at && Math.round((access.ends_at.getTime() - now) / DAY), code: null }
    : { granted: false, ends: null, code: access.refusal.code }

test('after any history of grants, suspensions, revocations and moves, every access check agrees with a slow model', {
  timeout: 600_000,
}, async () => {
  const { db } = app.deps
  await fc.assert(
    fc.asyncProperty(fc.array(right, { maxLength: 8 }), async (history) => {
      await db.delete(entitlements)
      const now = Date.now()
      const day = (days: number) => new Date(now + days * DAY + (days > 0 ? 1 : -1) * 3_600_000)
      for (const [index, one] of history.entries()) {
        const { kind, id } = targets[one.of]!
        const { starts, ends, suspended, revoked } = after(one)
        await db.insert(entitlements).values({
          ...{ user_id: learner, kind, [`${kind}_id`]: id, source: 'administrator' },
          ...{ starts_at: day(starts), ends_at: ends === null ? null : day(ends) },
          suspended_at: suspended ? new Date(now) : null,
          revoked_at: revoked ? new Date(now) : null,
          created_at: new Date(now - 1_000_000 + index * 1000),
        })
      }
      const ledger = await readLedger(db, learner)
      for (const [at, { kind, id }] of targets.entries()) {
        const expected = answerOf(history, at)
        const target = { [kind]: id }
        expect(shown(await findAccess(db, learner, target), now), `${kind} ${at}`).toEqual(expected)
        const open = ledger.openTargets(kind).find(({ target_id }) => target_id === id)
        expect(open !== undefined, `open ${at}`).toBe(expected.granted)
        if (kind === 'exam') continue
        const [row] = await db.select({ open: isOpen(sql`${learner}::uuid`, { [kind]: sql`${id}::uuid` }) }).from(one)
        expect(row?.open, `by SQL ${at}`).toBe(expected.granted)
      }
      // The first lab opens by itself or through the first course, the second by itself alone.
      for (const [at, ways] of [
        [2, [2, 0]],
        [3, [3]],
      ] as const) {
        const isExpected = ways.some((way) => answerOf(history, way).granted)
        const { id, slug } = targets[at]!
        expect((await findLabAccess(db, learner, slug)).granted, slug).toBe(isExpected)
        const [row] = await db.select({ open: isLabOpen(sql`${learner}::uuid`, sql`${id}::uuid`) }).from(one)
        expect(row?.open, `${slug} by SQL`).toBe(isExpected)
      }
    }),
    { numRuns: RUNS, ...(process.env.LONG ? {} : { seed: 20_261_124 }) },
  )
})

const one = sql`(select 1) as one`
