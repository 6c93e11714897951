import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import {
  deployments,
  flagAlerts,
  flagSolves,
  flags,
  flagTries,
  lessonProgress,
  rateLimits,
} from '../../../db/schema/index.ts'
import { MAX_ATTEMPTS_PER_MINUTE } from './flags.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
  for (let count = 0; count < 12; count++) await bench.addAccount()
})
afterAll(() => bench.close())

let serial = 0
/** A new enrolled learner for each test. Their lab runs unless `deployed` is false. */
async function aLearner({ deployed = true } = {}) {
  const name = `learner-${++serial}`
  await bench.enrol(name)
  const api = bench.as(name)
  if (!deployed) return { name, api, id: '', planted: '' }
  const { id } = await api.deployLab(bench.place)
  await bench.queue.work()
  const planted = await bench.planted(id)
  return { name, api, id, planted }
}

const submit = (api: Awaited<ReturnType<typeof aLearner>>['api'], type: keyof LabBench['flags'], flag: string) =>
  api.submitFlag({ id: bench.flags[type], submitFlagPayload: { flag } })

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => `${error.status} ${error.code}`,
  )

beforeEach(() => bench.deps.db.delete(rateLimits))

describe('submitting a flag', () => {
  test('is refused before the lab was deployed, and without access', async () => {
    const { api } = await aLearner({ deployed: false })
    expect(await refusal(submit(api, 'STATIC', 'audit-reader'))).toBe('409 conflict')
    expect(await refusal(submit(bench.as('outsider'), 'STATIC', 'audit-reader'))).toBe('403 no_access')
  })

  test('accepts nothing for a static flag without a secret', async () => {
    const { api } = await aLearner()
    const setSecret = (secret: string | null) =>
      bench.deps.db.update(flags).set({ secret }).where(eq(flags.id, bench.flags.STATIC))
    await setSecret(null)
    expect(await submit(api, 'STATIC', ' ')).toMatchObject({ correct: false, flag: { wrong_tries: 1 } })
    await setSecret('audit-reader')
    expect(await submit(api, 'STATIC', 'audit-reader')).toMatchObject({ correct: true })
  })

  test('accepts the static flag, the deployed dynamic flag and a confirmation, and completes the lesson with the last', async () => {
    const { api, planted, name } = await aLearner()
    expect(await submit(api, 'STATIC', 'nonsense')).toMatchObject({
      correct: false,
      flag: { wrong_tries: 1, earned: 0 },
    })
    expect(await submit(api, 'STATIC', ' audit-reader ')).toMatchObject({ correct: true, lesson_completed: false })
    expect(await submit(api, 'DYNAMIC', planted)).toMatchObject({ correct: true, flag: { earned: 30 } })
    expect(await submit(api, 'NOFLAG', '')).toMatchObject({ correct: true, lesson_completed: true })
    const user = await bench.idOf(name)
    const [progress] = await bench.deps.db.select().from(lessonProgress).where(eq(lessonProgress.user_id, user))
    expect(progress?.completed_at).toBeInstanceOf(Date)
    expect(await api.listMyFlags()).toHaveLength(3)
    expect(JSON.stringify(await api.listLabFlags({ lab: 'open-door' }))).not.toContain('audit-reader')
  })

  test('answers another learner’s dynamic flag like any wrong value, and raises an alert with its evidence', async () => {
    const [mine, other] = [await aLearner(), await aLearner()]
    const wrong = await submit(mine.api, 'DYNAMIC', `FLAG{${'0'.repeat(32)}}`)
    const shared = await submit(mine.api, 'DYNAMIC', other.planted)
    expect({ ...shared, flag: { ...shared.flag, wrong_tries: 1 } }).toEqual(wrong)
    const alerts = await bench.deps.db.select().from(flagAlerts)
    expect(alerts).toMatchObject([
      { user_id: await bench.idOf(mine.name), owner_id: await bench.idOf(other.name), owner_deployment_id: other.id },
    ])
  })

  test('accepts the previous dynamic flag for a day after its lab ended', async () => {
    const { api, planted, id } = await aLearner()
    await api.destroyLab(bench.place)
    await bench.queue.work()
    const end = (hours: number) =>
      bench.deps.db
        .update(deployments)
        .set({ ended_at: sql`now() - make_interval(hours => ${hours}::int)` })
        .where(eq(deployments.id, id))
    await end(25)
    expect((await submit(api, 'DYNAMIC', planted)).correct).toBe(false)
    await end(23)
    expect((await submit(api, 'DYNAMIC', planted)).correct).toBe(true)
  })

  test('records one solve and every try for concurrent right values', async () => {
    const { api, name } = await aLearner()
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(api, 'STATIC', 'audit-reader')))
    expect(answers.every((one) => one.correct && one.flag.earned === 10)).toBe(true)
    const user = await bench.idOf(name)
    expect(await bench.deps.db.select().from(flagSolves).where(eq(flagSolves.user_id, user))).toHaveLength(1)
    expect(await bench.deps.db.select().from(flagTries).where(eq(flagTries.user_id, user))).toHaveLength(8)
  })

  test('refuses more than ten tries a minute, which do not count as wrong', async () => {
    const { api } = await aLearner()
    const all = await Promise.all(Array.from({ length: 25 }, (_, at) => refusal(submit(api, 'STATIC', `guess ${at}`))))
    expect(all.filter((one) => one === 'accepted')).toHaveLength(MAX_ATTEMPTS_PER_MINUTE)
    expect(new Set(all)).toEqual(new Set(['accepted', '429 rate_limited']))
    expect((await api.checkFlag({ id: bench.flags.STATIC })).wrong_tries).toBe(MAX_ATTEMPTS_PER_MINUTE)
  })

  test('opens the walkthrough once the flag is solved', async () => {
    const { api } = await aLearner()
    expect(await refusal(api.getWalkthroughUrl({ id: bench.flags.STATIC }))).toBe('403 not_earned')
    await submit(api, 'STATIC', 'audit-reader')
    expect(await api.getWalkthroughUrl({ id: bench.flags.STATIC })).toEqual({ url: null, markdown: 'List the roles.' })
  })
})
