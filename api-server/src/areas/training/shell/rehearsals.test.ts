import { randomUUID } from 'node:crypto'
import type { DefenseQuestion } from '@flagyard/api-types'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import {
  cloudAccounts,
  defenseAnswers,
  deployments,
  flagTries,
  labs,
  lessons,
  rateLimits,
  rehearsals,
  simulatedResources,
} from '../../../db/schema/index.ts'
import { IDLE_MINUTES, MAX_LINES, MAX_OF_NETWORK, MAX_OF_VISITORS, MAX_REHEARSALS } from './rehearsals.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench({
    labChanges: {
      module_stages: [
        {
          name: 'Drawing the account',
          resources: [
            { type: 'aws_iam_user', name: 'lab-user' },
            { type: 'aws_iam_access_key', name: 'lab-user-key', attributes: { user: 'lab-user' } },
          ],
        },
        {
          name: 'Planting your flags',
          resources: [{ type: 'aws_s3_object', name: 'payroll-2026-10', holds: 'flag_payroll' }],
        },
      ],
    },
  })
  await bench.enrol('learner')
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.deps.db.delete(rateLimits)
  await bench.deps.db.delete(rehearsals)
  await free(false)
})

const free = (free_preview: boolean) =>
  bench.deps.db.update(lessons).set({ free_preview }).where(eq(lessons.id, bench.lesson.id))
const place = { course: 'red-team', section: 'first', lesson: 'the-lab' }
const start = (as: LabBench['asLearner'] = bench.asLearner) => as.startRehearsal({ rehearsalStart: place })
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  )
const type = (key: string, line: string, as: LabBench['asLearner'] = bench.asLearner) =>
  as.runRehearsalLine({ rehearsalLine: { key, line } })

test('a learner with the lesson rehearses it immediately: without a pool account or queue, and nothing is stored', async () => {
  const { db } = bench.deps
  const made = await start()
  expect(made.shell.banner).toContain('simulated AWS account')
  expect(made.flags.map(({ solved }) => solved)).toEqual([false, false])
  expect(await type(made.key, 'echo hello > a.txt')).toMatchObject({ exit: 0 })
  expect(await type(made.key, 'cat a.txt')).toMatchObject({ output: 'hello\n' })
  for (const table of [deployments, cloudAccounts, simulatedResources])
    expect(await db.select().from(table)).toEqual([])
  await bench.asLearner.endRehearsal({ rehearsalKey: { key: made.key } })
  expect(await db.select().from(rehearsals)).toEqual([])
  expect(await refusal(type(made.key, 'cat a.txt'))).toBe('not_found')
})

test('an expired rehearsal cannot be opened, and its row is deleted', async () => {
  const { db } = bench.deps
  const { key, ends_at } = await start()
  expect(Date.parse(ends_at) - Date.now()).toBeLessThanOrEqual(45 * 60_000 + 5_000)
  await db.update(rehearsals).set({ ends_at: sql`now() - interval '1 second'` })
  expect(await refusal(type(key, 'ls'))).toBe('not_found')
  expect(await refusal(bench.asLearner.checkRehearsalFlag({ rehearsalFlag: { key, flag: 'x' } }))).toBe('not_found')
  await bench.queue.run('shell.forget')
  await bench.queue.run('shell.forget')
  expect(await db.select().from(rehearsals)).toEqual([])
})

test('a visitor rehearses the lab of a free lesson and reads it, but cannot open the lab itself', async () => {
  expect(await refusal(start(bench.asVisitor))).toBe('no_access')
  expect(await refusal(bench.asVisitor.getFreeLesson({ ...bench.place }))).toBe('no_access')
  await free(true)
  expect(await bench.asVisitor.getFreeLesson({ ...bench.place })).toMatchObject({ lab: { slug: 'open-door' } })
  const { key } = await start(bench.asVisitor)
  expect(await type(key, 'echo hello', bench.asVisitor)).toMatchObject({ output: 'hello\n' })
  // A free rehearsal does not include the right to deploy.
  const stranger = bench.as('stranger')
  expect(await refusal(start(stranger))).toBe('accepted')
  expect(await refusal(stranger.deployLab(bench.place))).toBe('no_access')
})

test('a learner without the lesson cannot rehearse it', async () => {
  expect(await refusal(start(bench.as('stranger')))).toBe('no_access')
  expect(
    await refusal(bench.asLearner.startRehearsal({ rehearsalStart: { ...place, lesson: 'no-such-lesson' } })),
  ).toBe('not_found')
})

test('flags of a rehearsal are checked, and are worth nothing in the lab', async () => {
  const { db } = bench.deps
  const { key } = await start()
  const [row] = await db.select().from(rehearsals)
  const flag = /FLAG\{[0-9a-f]{32}\}/.exec(JSON.stringify(row?.resources))?.[0] ?? ''
  const check = (value: string) => bench.asLearner.checkRehearsalFlag({ rehearsalFlag: { key, flag: value } })
  expect(await check('FLAG{00000000000000000000000000000000}')).toMatchObject({ correct: false })
  expect(await check(flag)).toMatchObject({ correct: true })
  expect((await check('audit-reader')).flags.map(({ solved }) => solved)).toEqual([true, true])
  expect(await db.select().from(flagTries)).toEqual([])
  await bench.addAccount()
  await bench.asLearner.deployLab(bench.place)
  await bench.queue.work()
  const real = await bench.asLearner.submitFlag({ id: bench.flags.DYNAMIC, submitFlagPayload: { flag } })
  expect(real.correct).toBe(false)
  await bench.clear()
})

const defense: DefenseQuestion = {
  question: 'Which line?',
  alarms: [{ action: 'iam:ListRoles' }],
  rules: [
    { text: 'Any call', right: false },
    { text: 'A user lists roles', right: true },
  ],
  explanation: 'Listing roles is unusual here.',
}

test('a rehearsal asks the defender’s question about its own log once its flags are found, and stores no answer', async () => {
  const { db } = bench.deps
  const refusalOf = (key: string) =>
    refusal(bench.asVisitor.answerRehearsalDefense({ rehearsalDefenseAnswer: { key, line_id: 'x', rule: 0 } }))
  const read = (key: string) => bench.asVisitor.readRehearsalDefense({ rehearsalKey: { key } })
  const { key: bare } = await start()
  expect(await read(bare)).toMatchObject({ state: 'none' })
  expect(await refusalOf(bare)).toBe('not_found')
  await db.update(labs).set({ defense }).where(eq(labs.id, bench.lab.id))
  const { key } = await start()
  await type(key, 'aws iam list-roles')
  expect(await read(key)).toMatchObject({ state: 'closed', question: null, lines: [] })
  expect(await refusalOf(key)).toBe('not_earned')
  const [row] = await db.select().from(rehearsals)
  const flag = /FLAG\{[0-9a-f]{32}\}/.exec(JSON.stringify(row?.resources))?.[0] ?? ''
  for (const value of [flag, 'audit-reader'])
    await bench.asLearner.checkRehearsalFlag({ rehearsalFlag: { key, flag: value } })
  const open = await read(key)
  expect(open).toMatchObject({ state: 'open', question: 'Which line?', answer: null, explanation: null })
  expect(open.lines.map(({ action }) => action)).toEqual(['iam:ListRoles'])
  expect(JSON.stringify(open)).not.toMatch(/user_agent|eventName|Listing roles/)
  const [line] = open.lines
  const answer = (rule: number) =>
    bench.asVisitor.answerRehearsalDefense({ rehearsalDefenseAnswer: { key, line_id: line!.id, rule } })
  expect((await answer(0)).answer).toMatchObject({ line_right: true, rule_right: false })
  expect(await answer(1)).toMatchObject({
    answer: { line_right: true, rule_right: true },
    explanation: 'Listing roles is unusual here.',
  })
  expect(await read(key)).toMatchObject({ answer: null, explanation: null })
  expect(await refusal(answer(7))).toBe('invalid')
  expect(await refusalOf(key)).toBe('invalid')
  expect(await db.select().from(defenseAnswers)).toEqual([])
  // Another key does not open the rehearsal.
  expect(await refusal(read(another(key)))).toBe('not_found')
  await db.update(labs).set({ defense: null }).where(eq(labs.id, bench.lab.id))
})

test('a rehearsal shows only the log lines that the account records', async () => {
  const { db } = bench.deps
  await db.update(labs).set({ defense }).where(eq(labs.id, bench.lab.id))
  const { key, flags } = await start()
  await type(key, 'aws iam list-roles; aws iam list-users')
  const [row] = await db.select().from(rehearsals)
  const [first, second] = row!.log
  await db
    .update(rehearsals)
    .set({ solved: flags.map(({ slug }) => slug), log: [{ ...first!, kept: false }, second!] })
    .where(eq(rehearsals.id, row!.id))
  const shown = await bench.asLearner.readRehearsalDefense({ rehearsalKey: { key } })
  expect(shown.lines.map(({ action }) => action)).toEqual(['iam:ListUsers'])
  expect(shown.state).toBe('empty')
  await db.update(labs).set({ defense: null }).where(eq(labs.id, bench.lab.id))
})

test('each account has one rehearsal, a network has a limited number, and the key of another opens nothing', async () => {
  const { db } = bench.deps
  const first = await start()
  const second = await start()
  expect(await refusal(type(first.key, 'ls'))).toBe('not_found')
  expect(await refusal(type(second.key, 'ls'))).toBe('accepted')
  expect(await refusal(type(another(second.key), 'ls'))).toBe('not_found')
  await free(true)
  for (let n = 0; n < MAX_OF_NETWORK; n++) await start(bench.asVisitor)
  await db.delete(rateLimits)
  expect(await refusal(start(bench.asVisitor))).toBe('unavailable')
  const rows = await db.select().from(rehearsals)
  expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0/)
})

/** Adds rehearsals of other learners, by default each from a different network. */
async function hold(many: number, set: Partial<typeof rehearsals.$inferInsert>, networks = many) {
  const { db } = bench.deps
  const [row] = await db.select().from(rehearsals)
  const others = Array.from({ length: many }, (_, n) => {
    const id = randomUUID()
    return { ...row!, id, user_id: null, key_hash: `other ${id}`, network: `network ${n % networks}`, ...set }
  })
  for (let n = 0; n < many; n += 100) await db.insert(rehearsals).values(others.slice(n, n + 100))
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

test('visitors of a few networks cannot take every place, and learners have reserved places', async () => {
  const { db } = bench.deps
  const { key } = await start()
  await free(true)
  await hold(MAX_OF_VISITORS, {}, 14)
  const visitor = await start(bench.asVisitor)
  expect(await type(visitor.key, 'echo in', bench.asVisitor)).toMatchObject({ output: 'in\n' })
  expect(await refusal(start(bench.as('stranger')))).toBe('accepted')
  expect(await db.$count(rehearsals)).toBe(MAX_OF_VISITORS + 2)
  expect(await refusal(type(key, 'ls'))).toBe('accepted')
})

test('when every place is taken by others, a new rehearsal waits until one is idle or over', async () => {
  const { db } = bench.deps
  await start()
  await free(true)
  await hold(MAX_OF_VISITORS, {})
  await hold(MAX_REHEARSALS - MAX_OF_VISITORS - 1, { user_id: await bench.idOf('learner') })
  const stranger = bench.as('stranger')
  expect([await refusal(start(stranger)), await refusal(start(bench.asVisitor))]).toEqual([
    'unavailable',
    'unavailable',
  ])
  const set = (change: Partial<typeof rehearsals.$inferInsert>) =>
    db.update(rehearsals).set(change).where(eq(rehearsals.network, 'network 0'))
  await set({ used_at: minutesAgo(IDLE_MINUTES) })
  expect(await refusal(start(bench.asVisitor))).toBe('accepted')
  await hold(1, {})
  await set({ ends_at: minutesAgo(0) })
  expect(await refusal(start(stranger))).toBe('accepted')
})

test('a rehearsal accepts a limited number of lines per minute, whichever network they come from', async () => {
  const { db } = bench.deps
  const { key } = await start()
  const [row] = await db.select().from(rehearsals)
  const later = new Date(Date.now() + 60_000)
  await db.insert(rateLimits).values({ key: `rehearsal:line:${row!.id}`, count: MAX_LINES, resets_at: later })
  expect(await refusal(type(key, 'ls', bench.asVisitor))).toBe('rate_limited')
})

test('only the newest log lines of a rehearsal are stored', async () => {
  const { db } = bench.deps
  const { key } = await start()
  await type(key, 'aws iam list-users')
  const [row] = await db.select().from(rehearsals)
  const log = Array.from({ length: 250 }, (_, n) => ({ ...row!.log[0]!, id: `line-${n}` }))
  await db.update(rehearsals).set({ log })
  await type(key, 'aws iam list-roles')
  const saved = (await db.select().from(rehearsals))[0]!.log
  expect([saved.length, saved[0]!.id, saved.at(-1)!.action]).toEqual([200, 'line-51', 'iam:ListRoles'])
})

/** A valid key that differs in its last character. */
const another = (key: string) => key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x')
