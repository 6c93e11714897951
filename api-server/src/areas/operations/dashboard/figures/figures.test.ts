import { ApiError, type Figures } from '@flagyard/api-types'
import { figures as figuresSchema } from '@flagyard/api-types/schemas'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { makeCourse, makeExam, makeLab } from '../../../../../test/catalogue.ts'
import { enrol, makeFeedbackCourse } from '../../../../../test/fixtures/feedback-course.ts'
import { createManualQueue, type ManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import {
  certificates,
  courseProgress,
  dailyFigures,
  deployments,
  examAttempts,
  flagSolves,
  flags,
  lessonProgress,
  lessons,
  orders,
  users,
} from '../../../../db/schema/index.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { submitFeedback } from '../../../certification/feedback/service.ts'
import { addDays, dayOf, startOf } from './days.ts'
import { readFigures } from './service.ts'

const NOW = new Date('2026-03-18T10:00:00Z')
const TODAY = dayOf(NOW)
const HISTORY = 60
const MINUTE = 60_000
const clock = { now: () => NOW }

let app: TestApp
let queue: ManualQueue
let made: Awaited<ReturnType<typeof makeContent>>
beforeAll(async () => {
  app = await startTestApp()
  queue = createManualQueue(() => ({ ...app.deps, clock }))
  made = await makeContent()
})
afterAll(() => app.close())

/** The time as the contract formats it. */
const figuresOf = async (query: Parameters<typeof readFigures>[1]) =>
  figuresSchema.parse(await readFigures({ db: app.deps.db, clock }, query))

beforeEach(clear)

/** Two events of each kind, and three existing accounts. */
async function makeContent() {
  const { db } = app.deps
  const people = [await app.idOf('ada'), await app.idOf('ben'), await app.idOf('cleo')]
  await app.asAdmin.getMe()
  await db.update(users).set({ created_at: startOf(addDays(TODAY, -HISTORY)) })
  const slugs = Array.from({ length: 12 }, (_, n) => ({ slug: `lesson-${n}` }))
  const courses = [await makeCourse(db, 'one', {}, slugs), await makeCourse(db, 'two')]
  const lab = await makeLab(db, 'lab')
  const exam = await makeExam(db, 'exam')
  const [flag] = await db
    .insert(flags)
    .values({ lab_id: lab.id, title: 'Door', question: 'Which?', type: 'STATIC', points: 5, position: 0 })
    .returning()
  const rows = await db.select({ id: lessons.id, course_id: lessons.course_id }).from(lessons)
  return { people, courses, lab, exam, flag: flag?.id ?? '', lessons: rows }
}

async function clear() {
  const { db } = app.deps
  const tables = [
    certificates,
    courseProgress,
    deployments,
    examAttempts,
    flagSolves,
    lessonProgress,
    orders,
    dailyFigures,
  ]
  for (const table of tables) await db.delete(table)
  await db.execute(sql`delete from users where username like 'new-%'`)
}

/** Minutes before now, back to the first day of the product. */
const moment = fc
  .oneof(
    fc.integer({ min: 0, max: HISTORY * 1440 - 700 }),
    // On both sides of a midnight.
    fc
      .tuple(fc.integer({ min: 0, max: HISTORY - 2 }), fc.integer({ min: -1, max: 1 }))
      .map(([day, beside]) => 600 + day * 1440 + beside),
  )
  .map((minutes) => new Date(NOW.getTime() - minutes * MINUTE))
const person = fc.nat(2)
const history = fc.record({
  joined: fc.array(moment, { maxLength: 5 }),
  learned: fc.uniqueArray(fc.record({ person, lesson: fc.nat(13), at: moment }), {
    maxLength: 25,
    selector: ({ person, lesson }) => `${person} ${lesson}`,
  }),
  solved: fc.uniqueArray(fc.record({ person, at: moment }), { selector: ({ person }) => person }),
  progress: fc.uniqueArray(
    fc.record({ person, course: fc.nat(1), done: fc.option(moment), asked: fc.option(moment), answers: fc.boolean() }),
    { selector: ({ person, course }) => `${person} ${course}` },
  ),
  paid: fc.array(
    fc.record({ at: moment, amount: fc.nat(50_000), back: fc.nat(100), currency: fc.constantFrom('EUR', 'USD') }),
    { maxLength: 8 },
  ),
  certified: fc.array(fc.record({ at: moment, withdrawn: fc.boolean() }), { maxLength: 8 }),
  labs: fc.array(
    fc.record({
      at: moment,
      wait: fc.integer({ min: 1, max: 20_000 }),
      build: fc.integer({ min: 1, max: 3_000 }),
      ran: fc.option(fc.integer({ min: 1, max: 2_000 })),
      counts: fc.boolean(),
    }),
    { maxLength: 15 },
  ),
  decided: fc.array(fc.record({ at: moment, state: fc.constantFrom('passed', 'failed', 'void') }), { maxLength: 8 }),
})
type History = ReturnType<(typeof history)['generate']>['value']

test('every figure of any span equals a slow count of its rows, whether stored or counted live', async () => {
  const spans = fc.tuple(fc.nat(29), fc.nat(30))
  await fc.assert(
    fc.asyncProperty(history, spans, fc.boolean(), async (happened, [length, ago], isKept) => {
      await clear()
      await write(happened)
      // Two runs, because there are more days than one batch.
      if (isKept) for (let run = 0; run < 2; run++) await queue.run('dashboard.count')
      const until = addDays(TODAY, -(isKept ? ago : 0))
      const from = addDays(until, -(isKept ? length : length % 2))
      const figures = await figuresOf({ from, until })
      const isAllThere = figures.before.from >= addDays(TODAY, isKept ? -HISTORY : -1)
      expect(figures.uncounted === 0).toBe(isKept || isAllThere)
      compare(figures, happened, { from, until })
    }),
    { numRuns: process.env.LONG ? 60 : 4 },
  )
}, 180_000)

/** Compares the figures of a span, its points and the previous span with the events. */
function compare(figures: Figures, happened: History, span: { from: string; until: string }) {
  const reported = (name: string, key: string) =>
    figures.figures.find((one) => one.name === name)?.series.find((one) => one.key === key)
  for (const [name, key, slow] of slowCounts) {
    const series = reported(name, key)
    if (!series) {
      expect(slow(happened, span), `${name} ${key} is nowhere`).toBe(0)
      continue
    }
    close(series.value, slow(happened, span), `${name} ${key}`)
    if (figures.uncounted === 0 && series.before !== null)
      close(series.before, slow(happened, figures.before), `${name} ${key} before`)
    figures.periods.forEach((period, at) => {
      close(series.points[at], slow(happened, period), `${name} ${key} of ${period.from}`)
    })
  }
}

/** Times are derived from buckets. */
function close(reported: number | null | undefined, slow: number | null, what: string) {
  if (slow === null || reported === null || reported === undefined) return expect(reported, what).toBe(slow)
  expect(Math.abs(reported - slow), `${what}: ${reported} for ${slow}`).toBeLessThanOrEqual(
    0.026 * Math.abs(slow) * Number(/ready|wait/.test(what)) + 1e-9,
  )
}

type Slow = (happened: History, span: { from: string; until: string }) => number | null
const within = (at: Date | null, { from, until }: { from: string; until: string }) =>
  at !== null && at >= startOf(from) && at < startOf(addDays(until, 1))
const percent = (part: number, of: number) => (of === 0 ? null : (100 * part) / of)
const nth = (numbers: number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(share * numbers.length) - 1] ?? null
const ranIn = ({ labs }: History, span: { from: string; until: string }) =>
  labs.map(timesOf).filter(({ counts, running }) => counts && within(running, span))
const timesOf = ({ at, wait, build, ran, counts }: History['labs'][number]) => {
  const building = new Date(at.getTime() + wait * 1000)
  const running = new Date(building.getTime() + build * 1000)
  return { counts, at, building, running, ended: ran === null ? null : new Date(running.getTime() + ran * MINUTE) }
}
const revenue =
  (currency: string): Slow =>
  ({ paid }, span) =>
    paid
      .filter((order) => order.currency === currency && within(order.at, span))
      .reduce((sum, { amount, back }) => sum + amount - Math.floor((amount * back) / 100), 0)
const slowCounts: [name: string, key: string, slow: Slow][] = [
  [
    'signups',
    'count',
    ({ joined }, span) =>
      joined.filter((at) => within(at, span)).length + (within(startOf(addDays(TODAY, -HISTORY)), span) ? 4 : 0),
  ],
  [
    'learners',
    'count',
    ({ learned, solved }, span) =>
      new Set([...learned, ...solved].filter(({ at }) => within(at, span)).map(({ person }) => person)).size,
  ],
  ['revenue', 'EUR', revenue('EUR')],
  ['revenue', 'USD', revenue('USD')],
  ['completions', 'count', ({ progress }, span) => progress.filter(({ done }) => within(done, span)).length],
  [
    'certificates',
    'count',
    ({ certified }, span) => certified.filter(({ at, withdrawn }) => !withdrawn && within(at, span)).length,
  ],
  ['labs', 'started', (happened, span) => ranIn(happened, span).length],
  [
    'labs',
    'peak',
    ({ labs }, span) => {
      const ran = labs.map(timesOf).filter(({ counts }) => counts)
      const moments = [startOf(span.from), ...ran.map(({ running }) => running)].filter((at) => within(at, span))
      return Math.max(
        0,
        ...moments.map(
          (at) => ran.filter(({ running, ended }) => running <= at && (ended === null || ended > at)).length,
        ),
      )
    },
  ],
  ...([0.5, 0.95] as const).flatMap((share): [string, string, Slow][] => [
    [
      'ready',
      `p${share * 100}`,
      (happened, span) =>
        nth(
          ranIn(happened, span).map(({ at, running }) => (running.getTime() - at.getTime()) / 1000),
          share,
        ),
    ],
    [
      'wait',
      `p${share * 100}`,
      (happened, span) =>
        nth(
          ranIn(happened, span).map(({ at, building }) => (building.getTime() - at.getTime()) / 1000),
          share,
        ),
    ],
  ]),
  [
    'exams',
    'rate',
    ({ decided }, span) => {
      const inside = decided.filter(({ at, state }) => state !== 'void' && within(at, span))
      return percent(inside.filter(({ state }) => state === 'passed').length, inside.length)
    },
  ],
  [
    'feedback',
    'rate',
    ({ progress }, span) => {
      const asked = progress.filter(({ asked }) => within(asked, span))
      return percent(asked.filter(({ answers }) => answers).length, asked.length)
    },
  ],
]

const inserted = async <Row extends object>(table: Parameters<TestApp['deps']['db']['insert']>[0], rows: Row[]) => {
  if (rows.length > 0) await app.deps.db.insert(table).values(rows as never)
}

async function write(happened: History) {
  const { people, courses, lab, exam, flag, lessons } = made
  const who = (at: number) => people[at] ?? ''
  await inserted(
    users,
    happened.joined.map((created_at, n) => ({
      ...{
        username: `new-${n}`,
        email: `new-${n}@learners.example`,
        password_hash: 'none',
        full_name: 'New',
        created_at,
      },
    })),
  )
  await inserted(
    lessonProgress,
    happened.learned.map(({ person, lesson, at }) => ({
      ...{
        user_id: who(person),
        lesson_id: lessons[lesson]?.id,
        course_id: lessons[lesson]?.course_id,
        completed_at: at,
      },
    })),
  )
  await inserted(
    flagSolves,
    happened.solved.map(({ person, at }) => ({ flag_id: flag, user_id: who(person), points: 5, solved_at: at })),
  )
  await inserted(
    courseProgress,
    happened.progress.map(({ person, course, done, asked, answers }) => ({
      user_id: who(person),
      course_id: courses[course]?.id,
      completed_at: done,
      feedback_due_at: asked,
      feedback_given_at: asked && answers ? NOW : null,
    })),
  )
  await inserted(
    orders,
    happened.paid.map(({ at, amount, back, currency }, n) => ({
      ...{
        number: `F-${n}`,
        user_id: who(0),
        state: 'fulfilled',
        kind: 'course',
        target_id: courses[0]?.id,
        slug: 'one',
        title: 'One',
      },
      ...{ quantity: 1, unit_amount: amount, total_amount: amount, refunded_amount: Math.floor((amount * back) / 100) },
      ...{ currency, provider: 'demo', paid_at: at },
    })),
  )
  await inserted(
    certificates,
    happened.certified.map(({ at, withdrawn }, n) => ({
      ...{ id: `c-${n}`, type: 'arte', name: 'Ada', title: 'One', issued_at: at, withdrawn_at: withdrawn ? at : null },
    })),
  )
  await inserted(
    deployments,
    happened.labs.map((one) => {
      const { counts, at, building, running, ended } = timesOf(one)
      return {
        ...{
          user_id: who(0),
          lab_id: lab.id,
          cloud: 'aws',
          module_version: '1',
          duration_seconds: 60,
          test: counts ? null : { values: {}, solved: [] },
        },
        ...{ state: ended ? 'ended' : 'ending', created_at: at, running_at: running, ended_at: ended },
        stages: [
          {
            name: 'network',
            state: 'done',
            started_at: building.toISOString(),
            ended_at: running.toISOString(),
            log: [],
          },
        ],
      }
    }),
  )
  await inserted(
    examAttempts,
    happened.decided.map(({ at, state }) => ({ exam_id: exam.id, user_id: who(0), state, decided_at: at })),
  )
}

const value = (figures: Figures, name: string, key = 'count') =>
  figures.figures.find((one) => one.name === name)?.series.find((one) => one.key === key)

test('a later refund or withdrawn certificate shows once its day is recounted', async () => {
  const { db } = app.deps
  const at = new Date(NOW.getTime() - 5 * 1440 * MINUTE)
  await write({
    ...nothing,
    paid: [{ at, amount: 9900, back: 0, currency: 'EUR' }],
    certified: [{ at, withdrawn: false }],
  })
  for (let run = 0; run < 2; run++) await queue.run('dashboard.count')
  const before = await figuresOf({})
  expect([value(before, 'revenue', 'EUR')?.value, value(before, 'certificates')?.value]).toEqual([9900, 1])
  await db.update(orders).set({ refunded_amount: 900 })
  await db.update(certificates).set({ withdrawn_at: NOW })
  await queue.run('dashboard.count')
  expect(value(await figuresOf({}), 'revenue', 'EUR')?.value, 'counted a moment ago').toBe(9900)
  await db.update(dailyFigures).set({ counted_at: sql`now() - interval '61 minutes'` })
  await queue.run('dashboard.count')
  const after = await figuresOf({})
  expect([value(after, 'revenue', 'EUR')?.value, value(after, 'certificates')?.value]).toEqual([9000, 0])
})

const nothing: History = {
  joined: [],
  learned: [],
  solved: [],
  progress: [],
  paid: [],
  certified: [],
  labs: [],
  decided: [],
}

test('days before the job existed are counted in batches, latest first, and the response says how many are missing', async () => {
  const missing: number[] = []
  for (let run = 0; run < 3; run++) {
    missing.push((await figuresOf({ days: '90' })).uncounted)
    await queue.run('dashboard.count')
  }
  missing.push((await figuresOf({ days: '90' })).uncounted)
  // Of the sixty days, yesterday is counted immediately.
  expect(missing).toEqual([59, 10, 0, 0])
})

test('a previous span is compared only if the product was in use on all of its days', async () => {
  for (let run = 0; run < 2; run++) await queue.run('dashboard.count')
  const of = async (from: string, until: string) => value(await figuresOf({ from, until }), 'signups')?.before
  expect(await of(addDays(TODAY, -29), TODAY)).toBe(0)
  expect(await of(addDays(TODAY, -30), TODAY)).toBeNull()
})

test('a span is split into days, weeks or months, ends today at the latest, and rejects invalid dates', async () => {
  const steps = await Promise.all((['7', '30', '90', '365'] as const).map((days) => figuresOf({ days })))
  expect(steps.map(({ step, periods }) => [step, periods.length])).toEqual([
    ['day', 7],
    ['day', 30],
    ['week', 14],
    ['month', 13],
  ])
  expect((await figuresOf({ from: TODAY, until: addDays(TODAY, 1) })).until).toBe(TODAY)
  const refusal = async (from: string, until: string) =>
    figuresOf({ from, until }).then(
      () => 'none',
      (error: unknown) => (error instanceof ApiError ? error.errors.map(({ field }) => field) : error),
    )
  expect(await refusal(TODAY, addDays(TODAY, -1))).toEqual(['from'])
  expect(await refusal(addDays(TODAY, -366), TODAY)).toEqual(['from'])
})

test('each figure about people links to as many accounts as it counts', async () => {
  const at = new Date(NOW.getTime() - 3 * 1440 * MINUTE)
  await write({
    ...nothing,
    joined: [at, at],
    learned: [
      { person: 0, lesson: 0, at },
      { person: 0, lesson: 1, at: NOW },
    ],
    solved: [{ person: 1, at }],
    paid: [{ at, amount: 1, back: 0, currency: 'EUR' }],
    progress: [{ person: 2, course: 0, done: at, asked: null, answers: false }],
    decided: [{ at, state: 'failed' }],
  })
  const did = async (did: string) => {
    const filter = {
      did,
      did_from: startOf(dayOf(at)).toISOString(),
      did_until: startOf(addDays(dayOf(at), 1)).toISOString(),
    }
    const { data } = await app.asAdmin.listUsers({ filter: JSON.stringify(filter), sort: '["username","ASC"]' })
    return data.map(({ username }) => username)
  }
  expect(await did('joined')).toEqual(['new-0', 'new-1'])
  expect(await did('learned')).toEqual(['ada', 'ben'])
  expect(await did('completed')).toEqual(['cleo'])
  expect(await did('paid')).toEqual(['ada'])
  expect(await did('decided')).toEqual(['ada'])
})

test('labs are listed by the time they started running', async () => {
  const at = new Date('2026-03-10T23:59:00Z')
  await write({ ...nothing, labs: [{ at, wait: 20, build: 60, ran: 5, counts: true }] })
  const started = async (from: string, until: string) => {
    const filter = { started_from: startOf(from).toISOString(), started_until: startOf(until).toISOString() }
    return (await app.asAdmin.listDeployments({ filter: JSON.stringify(filter) })).total
  }
  expect(await started('2026-03-10', '2026-03-11')).toBe(0)
  expect(await started('2026-03-11', '2026-03-12')).toBe(1)
})

test('the recommendation score uses whole weeks, and reveals no answer that waits for its group', async () => {
  const { course, ids } = await makeFeedbackCourse(app, 'asked')
  const say = async (who: string, score: number) => {
    await enrol(app, who, course)
    const user = { id: await app.idOf(who), roles: ['user'] } as unknown as CurrentUser
    const required = { question_id: ids[0] ?? '', rating: 5 }
    await submitFeedback({ ...app.deps, clock }, user, 'asked', [required, { question_id: ids[4] ?? '', score }], {})
  }
  const monday = '2026-03-16'
  const scoreOf = async (from: string, until: string) => {
    await app.deps.db.delete(dailyFigures)
    for (let run = 0; run < 2; run++) await queue.run('dashboard.count')
    const { value: score, n } = value(await figuresOf({ from, until }), 'feedback', 'score') ?? {}
    return [score, n]
  }
  for (const [n, score] of [10, 9, 8, 6].entries()) await say(`said-${n}`, score)
  const all = await scoreOf(monday, TODAY)
  await say('said-4', 0)
  const { version } = await app.asAdmin.getFeedbackAnalytics({ course_slug: 'asked' })
  expect(all).toEqual([(100 * (2 - 0)) / 3, version?.shown])
  expect(await scoreOf(monday, TODAY), 'the fourth and fifth answer wait').toEqual(all)
  expect(await scoreOf('2026-03-17', TODAY), 'the week started earlier').toEqual([null, 0])
})
