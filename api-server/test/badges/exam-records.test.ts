import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifyRecord } from '@flagyard/record-verifier'
import { outcomeOf, recompute, type Timeline } from '@flagyard/record-verifier/timeline'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveExamSnapshot } from '../../src/areas/catalogue/exams/index.ts'
import { recordSolve } from '../../src/areas/catalogue/flags/index.ts'
import {
  appendToLedger,
  findClock,
  findScore,
  lockAttempt,
  transitionAttempt,
  updateAttempt,
} from '../../src/areas/training/exam-attempts/attempts/attempt-queries.ts'
import * as changes from '../../src/areas/training/exam-attempts/attempts/changes.ts'
import { millisecondsLeft } from '../../src/areas/training/exam-attempts/attempts/exam-clock.ts'
import { readSitting } from '../../src/areas/training/exam-attempts/attempts/situation.ts'
import { decideRequest, insertRequest } from '../../src/areas/training/exam-attempts/judging/extra-points-queries.ts'
import { readTimeline } from '../../src/areas/training/exam-attempts/record/timeline.ts'
import { applyPoints, type PointsRow } from '../../src/areas/training/exam-attempts/sitting/result-changes.ts'
import { finishAttempt } from '../../src/areas/training/exam-attempts/sitting/steps.ts'
import type { Tx } from '../../src/db/open.ts'
import * as tables from '../../src/db/schema/index.ts'
import { makeCourse } from '../catalogue.ts'
import { type ExamBench, openExamBench } from '../fixtures/exam-fixture.ts'

let bench: ExamBench
beforeAll(async () => {
  bench = await openExamBench()
})
afterAll(() => bench.close())

const MINUTE = 60_000
const FLAGS = [40, 30, 20, 10]
const PASSING = 50
type Exam = typeof tables.exams.$inferSelect

async function makeExamWithFlags(slug: string, changed: Partial<Exam> = {}) {
  const { db } = bench.deps
  const exam = await bench.exam(slug, { passing_points: PASSING, ...changed })
  const common = { exam_id: exam.id, question: 'Which?', type: 'STATIC' as const, secret: 's' }
  const flags = await db
    .insert(tables.flags)
    .values(FLAGS.map((points, position) => ({ ...common, title: `Flag ${position}`, position, points })))
    .returning()
  return { exam, flags }
}

const terms = { seconds: 7200, passing_points: PASSING, resets: 1, extension_ceiling_minutes: 120 }
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('solve' as const), flag: fc.nat({ max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 50 }) }) },
  fc.record({ do: fc.constantFrom('stop' as const, 'stop by hand' as const, 'resume' as const, 'lost time' as const) }),
  fc.record({ do: fc.constant('extend' as const), minutes: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constant('broken' as const), flag: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constant('correct' as const), points: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constant('pull request' as const), points: fc.integer({ min: 0, max: 15 }) }),
  fc.record({ do: fc.constantFrom('postpone' as const, 'postpone and miss' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** An attempt that goes through these steps by the functions of the product, until its result is final. */
async function sit(
  tx: Tx,
  { exam, flags }: Awaited<ReturnType<typeof makeExamWithFlags>>,
  userId: string,
  steps: Step[],
) {
  const { deps } = bench
  const snapshot = await saveExamSnapshot(tx, exam.id)
  const [{ id } = { id: '' }] = await tx
    .insert(tables.examAttempts)
    .values({ exam_id: exam.id, user_id: userId, state: 'preparing', terms, snapshot_id: snapshot.id })
    .returning({ id: tables.examAttempts.id })
  // The database stamps requests and solved flags with its own time, so the simulated exam is in the past.
  let now = new Date(Date.now() - 30 * 24 * 60 * MINUTE)
  const apply = async (change: changes.Change) => changes.applyChange(tx, await lockAttempt(tx, id), change)
  const correct = async (row: Omit<PointsRow, 'from_at'>) =>
    applyPoints(tx, deps, await lockAttempt(tx, id), { ...row, from_at: now } as PointsRow, now)
  const isCredited = async (flag: string) => {
    const credit = and(eq(tables.examLedger.attempt_id, id), eq(tables.examLedger.flag_id, flag))
    return (await tx.select({ id: tables.examLedger.id }).from(tables.examLedger).where(credit)).length > 0
  }
  const isSolved = async (flag: string) => {
    const solve = and(eq(tables.flagSolves.attempt_id, id), eq(tables.flagSolves.flag_id, flag))
    return (await tx.select({ id: tables.flagSolves.id }).from(tables.flagSolves).where(solve)).length > 0
  }
  await apply(changes.start(terms.seconds, now))
  for (const todo of steps) {
    now = new Date(now.getTime() + 1000)
    const attempt = await lockAttempt(tx, id)
    if (attempt.state !== 'active') break
    const clock = await findClock(tx, id)
    const hasTime = millisecondsLeft(clock, now) > 0
    const flag = 'flag' in todo ? flags[todo.flag]! : undefined
    if (todo.do === 'wait') now = new Date(now.getTime() + todo.minutes * MINUTE)
    if (todo.do === 'stop' && hasTime) await apply(changes.stopForEnvironment(now))
    if (todo.do === 'stop by hand' && hasTime) await apply(changes.stop('Fire alarm', now, userId))
    if (todo.do === 'resume') await apply(changes.resume('It runs again', now))
    if (todo.do === 'extend') await apply(changes.extend(todo.minutes, { actor_id: userId, reason: 'Asked' }, now))
    if (todo.do === 'lost time')
      await appendToLedger(tx, id, [{ kind: 'incident', from_at: now, seconds: 90, reason: 'We restored a backup' }])
    if (todo.do === 'solve' && flag && hasTime && !(await isSolved(flag.id))) {
      const points = (await isCredited(flag.id)) ? 0 : flag.points
      await recordSolve(tx, { flag_id: flag.id, user_id: userId, attempt_id: id, deployment_id: null, points })
      const mine = and(eq(tables.flagSolves.attempt_id, id), eq(tables.flagSolves.flag_id, flag.id))
      await tx.update(tables.flagSolves).set({ solved_at: now }).where(mine)
    }
    if (todo.do === 'broken' && flag && !(await isSolved(flag.id)) && !(await isCredited(flag.id))) {
      await correct({ kind: 'regrade', points: flag.points, reason: `The flag “${flag.title}” was broken` })
      const [last] = (await tx.select().from(tables.examLedger).where(eq(tables.examLedger.attempt_id, id))).slice(-1)
      await tx.update(tables.examLedger).set({ flag_id: flag.id }).where(eq(tables.examLedger.id, last!.id))
    }
    if (todo.do === 'correct') await correct({ kind: 'regrade', points: todo.points, reason: 'Wrongly graded' })
    if (todo.do === 'pull request') {
      const request = await insertRequest(tx, { attempt_id: id, url: `https://x/${now.getTime()}`, note: null })
      const state = todo.points > 0 ? ('approved' as const) : ('refused' as const)
      await decideRequest(tx, request.id, { state, points: todo.points, reason: 'Read', decided_by: userId })
      await correct({ kind: 'extra_points', points: todo.points, reason: 'A pull request' })
    }
    if (todo.do === 'postpone' || todo.do === 'postpone and miss') {
      await apply(changes.postpone({ actor_id: userId, reason: 'An outage' }, now))
      await updateAttempt(tx, id, { terms, snapshot_id: snapshot.id })
      for (const event of ['book', 'prepare'] as const) await transitionAttempt(tx, id, event)
      now = new Date(now.getTime() + 24 * 60 * MINUTE)
      await apply(todo.do === 'postpone' ? changes.start(terms.seconds, now) : changes.miss(now))
    }
  }
  const attempt = await lockAttempt(tx, id)
  if (attempt.state === 'active') await finishAttempt(tx, deps, await readSitting(tx, attempt), 'Handed in', now)
  if (steps.length % 3 === 0) await correct({ kind: 'regrade', points: 7, reason: 'Wrongly graded' })
  return id
}

/** Each run of the long tier uses another seed, which a failure prints. */
const RUNS = process.env.LONG ? 1000 : 40
const SEED = process.env.LONG ? Date.now() : 20_261_130

test('the result that anyone recomputes from a random exam ledger equals the stored one', async () => {
  const { db } = bench.deps
  const made = await makeExamWithFlags('random')
  const userId = await bench.idOf('rhea')
  const seen = new Map<string, number>()
  const [runs] = fc.sample(
    fc.array(fc.array(step, { minLength: 4, maxLength: 16 }), { minLength: RUNS, maxLength: RUNS }),
    {
      numRuns: 1,
      seed: SEED,
    },
  )
  for (const steps of runs!) {
    const id = await db.transaction((tx) => sit(tx, made, userId, steps))
    const timeline = await readTimeline(db, id, (flag) => flag)
    const [stored] = await db.select().from(tables.examAttempts).where(eq(tables.examAttempts.id, id))
    const findings = recompute(timeline!)
    expect(
      findings.filter(({ holds }) => !holds),
      JSON.stringify({ SEED, steps }),
    ).toEqual([])
    const { state, points, extra_points, active_until } = stored!
    expect(outcomeOf(timeline!).passed).toBe(state === 'passed')
    expect(timeline!.stored).toEqual({ ends_at: active_until?.toISOString() ?? null, points, extra_points, state })
    if (state !== 'no_show') expect(points + extra_points).toBe(await totalOf(id))
    seen.set(state, (seen.get(state) ?? 0) + 1)
    // Otherwise the unique key of open attempts or the next attempt would refuse it.
    await db.update(tables.examAttempts).set({ state: 'void' }).where(eq(tables.examAttempts.id, id))
  }
  // Without this check, runs that all fail would prove nothing about a pass.
  expect([...seen.keys()].toSorted()).toEqual(['failed', 'no_show', 'passed'])
}, 600_000)

async function totalOf(id: string) {
  const { points, extra_points } = await findScore(bench.deps.db, id)
  return points + extra_points
}

/** A passed exam whose certificate was issued by its result. */
async function passExam(slug: string, username: string) {
  const { db } = bench.deps
  const course = await makeCourse(db, `course-of-${slug}`)
  const made = await makeExamWithFlags(slug, { course_id: course.id, certificate_months: 24 })
  const steps: Step[] = [
    { do: 'solve', flag: 0 },
    { do: 'stop' },
    { do: 'wait', minutes: 12 },
    { do: 'resume' },
    { do: 'extend', minutes: 10 },
    { do: 'solve', flag: 1 },
    { do: 'pull request', points: 5 },
  ]
  const user_id = await bench.idOf(username)
  const attempt = await db.transaction((tx) => sit(tx, made, user_id, steps))
  // The result passes in the same transaction as in production, which issues the certificate.
  const learner = await bench.as(username)
  const generateCertificatePayload = { name: 'Rita Record', type: 'arte' as const, exam: slug }
  const { id } = await learner.generateCertificate({ course_id: course.slug, generateCertificatePayload })
  const record = async (level: string) => (await learner.downloadExamRecord({ id, level })).text()
  return { id, attempt, learner, record, ...made }
}

test('a holder shares that they passed, the band, or the full time line, each of which holds without this server', async () => {
  const { record, id, flags } = await passExam('shared', 'rita')
  const [passed, band, full] = await Promise.all(['passed', 'band', 'full'].map(record))
  expect(await verifyRecord(passed!)).toMatchObject({ holds: true, level: 'passed', outcome: { passed: true } })
  expect(await verifyRecord(band!)).toMatchObject({
    holds: true,
    level: 'band',
    outcome: { passed: true, band: { from_percent: 70, to_percent: 79 } },
  })
  const report = await verifyRecord(full!)
  expect(report).toMatchObject({ holds: true, level: 'full', name: 'Rita Record' })
  expect(report.timeline?.stored).toMatchObject({ points: 70, extra_points: 5, state: 'passed' })
  expect(report.timeline?.ledger.map(({ kind, cause }) => [kind, cause])).toContainEqual([
    'stop',
    'Your environment is not available',
  ])
  const revealed = (text: string) =>
    [(JSON.parse(text) as { credential: string }).credential.split('.')[1]!, ...JSON.parse(text).disclosures]
      .map((part: string) => Buffer.from(part, 'base64url').toString())
      .join('\n')
  for (const text of [passed!, band!]) expect(revealed(text)).not.toMatch(/"points"|Points:|ledger/)
  for (const { title, id: flag } of flags) expect(revealed(full!)).not.toMatch(new RegExp(`${title}|${flag}`))
  // The same signed credential at every level.
  expect(new Set([passed, band, full].map((text) => JSON.parse(text!).credential)).size).toBe(1)
  const stranger = await bench.as('stella')
  for (const level of ['full', 'everything'])
    await expect(stranger.downloadExamRecord({ id, level })).rejects.toMatchObject({ status: 404 })
})

test('every changed character of a record fails a check, and the key of another issuer does too', async () => {
  const { record } = await passExam('changed', 'rosa')
  const text = await record('full')
  const file = JSON.parse(text) as { credential: string; disclosures: string[]; issuer_keys: object }
  const holds = async (changed: object) =>
    verifyRecord(JSON.stringify({ ...file, ...changed })).then(
      (report) => report.holds,
      () => false,
    )
  const flip = (part: string, at: number) => part.slice(0, at) + (part[at] === 'A' ? 'B' : 'A') + part.slice(at + 1)
  const places = (part: string) =>
    Array.from({ length: 20 }, (_, index) => Math.floor((index * (part.length - 2)) / 20))
  expect(await holds({})).toBe(true)
  for (const at of places(file.credential)) expect(await holds({ credential: flip(file.credential, at) })).toBe(false)
  const [first, second, timeline] = file.disclosures as [string, string, string]
  for (const at of places(timeline))
    expect(await holds({ disclosures: [first, second, flip(timeline, at)] })).toBe(false)
  const keys = JSON.stringify(file.issuer_keys)
  expect((await verifyRecord(text, keys)).holds).toBe(true)
  const foreign = await verifyRecord(text, keys.replaceAll('localhost', 'elsewhere'))
  expect(foreign.findings.filter((one) => !one.holds).map(({ fact }) => fact)).toEqual(['signature', 'issuer'])
  for (const bad of ['', '[]', 'null', '{"format":"exam-record/1"}', JSON.stringify({ ...file, credential: 'a.b.c' })])
    await expect(verifyRecord(bad)).rejects.toThrow(/./)
})

test.each<[string, string[], (timeline: Timeline) => void]>([
  ['another end', ['end time'], ({ stored }) => Object.assign(stored, { ends_at: '2026-01-01T00:00:00.000Z' })],
  [
    'an extension that was not given',
    ['end time'],
    ({ ledger }) =>
      ledger.splice(
        ledger.findIndex(({ kind }) => kind === 'extension'),
        1,
      ),
  ],
  [
    'a shorter pause',
    ['end time'],
    ({ ledger }) =>
      Object.assign(ledger.find(({ kind }) => kind === 'stop')!, {
        at: ledger.find(({ kind }) => kind === 'resume')!.at,
      }),
  ],
  ['more points', ['points'], ({ stored }) => Object.assign(stored, { points: 90 })],
  ['a flag that was not solved', ['points', 'totals in the ledger', 'result'], ({ solved }) => solved.pop()],
  ['a flag twice', ['flags', 'points', 'totals in the ledger'], ({ solved }) => solved.push(solved[0]!)],
  [
    'a flag worth more',
    ['flags', 'points', 'totals in the ledger'],
    ({ solved }) => Object.assign(solved[0]!, { points: 60 }),
  ],
  [
    'a flag after the end',
    ['solved in time'],
    ({ solved }) => Object.assign(solved[1]!, { at: '2099-01-01T00:00:00.000Z' }),
  ],
  [
    'extra points that were not approved',
    ['decisions on extra points'],
    ({ extra_points }) => Object.assign(extra_points[0]!, { state: 'refused' }),
  ],
  [
    'another total',
    ['totals in the ledger'],
    ({ ledger }) => Object.assign(ledger.find(({ kind }) => kind === 'end')!, { points: 74 }),
  ],
  ['a higher pass mark', ['result'], (timeline) => Object.assign(timeline, { passing_points: 80 })],
  ['a result that was not reached', ['result'], ({ stored }) => Object.assign(stored, { state: 'failed' })],
])('a time line with %s fails in its own facts', async (_what, facts, change) => {
  const timeline = structuredClone(await sharedTimeline())
  change(timeline)
  expect(
    recompute(timeline)
      .filter(({ holds }) => !holds)
      .map(({ fact }) => fact),
  ).toEqual(facts)
})

let shared: Timeline | undefined
async function sharedTimeline(): Promise<Timeline> {
  if (!shared) {
    const { attempt } = await passExam('facts', 'ruth')
    shared = await readTimeline(bench.deps.db, attempt, (flag) => flag)
  }
  return shared!
}

const command = fileURLToPath(new URL('../../../packages/record-verifier/src/command.ts', import.meta.url))

test('the command says what holds, names what does not, and never calls an unknown state valid', async () => {
  const { record } = await passExam('command', 'rudi')
  const folder = mkdtempSync(join(tmpdir(), 'record-'))
  const run = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, join(folder, name)], { encoding: 'utf8' })
    return { status, text: stdout + stderr }
  }
  const text = await record('full')
  const good = run('good.json', text)
  expect(good.status).toBe(0)
  for (const words of ['holds  end time', 'Result        passed', 'Not known: whether the certificate was revoked'])
    expect(good.text).toContain(words)
  expect(good.text).not.toMatch(/\bvalid\b/)
  const file = JSON.parse(text)
  const [salt, name, timeline] = JSON.parse(Buffer.from(file.disclosures[2], 'base64url').toString())
  timeline.stored.points = 99
  file.disclosures[2] = Buffer.from(JSON.stringify([salt, name, timeline])).toString('base64url')
  const bad = run('bad.json', JSON.stringify(file))
  expect(bad.status).toBe(1)
  expect(bad.text).toContain('FAILS  points: the record says 99, but its facts give 70')
  expect(run('other.json', '{}')).toMatchObject({ status: 2, text: expect.stringContaining('This is not a record') })
  rmSync(folder, { recursive: true })
})
