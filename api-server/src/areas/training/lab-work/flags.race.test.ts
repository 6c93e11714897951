import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import { untilWaiting } from '../../../../test/races/lock-barrier.ts'
import { deployments, flagSolves, flagTries, rateLimits, users } from '../../../db/schema/index.ts'
import { rateClasses } from '../../../limits/rate-classes.ts'
import { MAX_ATTEMPTS_PER_MINUTE } from './flags.ts'

describeOnPostgres('flags that are submitted at the same moment', () => {
  let bench: LabBench
  beforeAll(async () => {
    bench = await openLabBench({ database: await openTestPostgres() })
    for (const name of ['mara', 'nils']) {
      await bench.addAccount()
      await bench.enrol(name)
      await bench.as(name).deployLab(bench.place)
      await bench.queue.work()
    }
  })
  afterAll(() => bench.close())
  beforeEach(async () => {
    for (const table of [rateLimits, flagTries, flagSolves]) await bench.deps.db.delete(table)
  })

  const submit = (name: string, flag: string, id = bench.flags.STATIC) =>
    bench.as(name).submitFlag({ id, submitFlagPayload: { flag } })
  const outcome = (promise: ReturnType<typeof submit>) =>
    promise.then(
      ({ correct, flag }) => ({ correct, wrong: flag.wrong_tries }),
      (error: { status: number; code: string }) => `${error.status} ${error.code}`,
    )
  const counts = async () => {
    const rows = await bench.deps.db.select().from(rateLimits)
    const of = (part: string) =>
      rows
        .filter(({ key }) => key.includes(part))
        .map(({ count }) => count)
        .toSorted((a, b) => b - a)
    return { account: of('/me:account:'), address: of('/me:address:'), flag: of(`flag:${bench.flags.STATIC}:`) }
  }
  const oneToTen = Array.from({ length: MAX_ATTEMPTS_PER_MINUTE }, (_, at) => at + 1)

  test('of 25 wrong values from each of two learners, ten are recorded with their own numbers and the rest are refused', async () => {
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, at) => outcome(submit(at % 2 ? 'mara' : 'nils', `guess ${at}`))),
    )
    for (const mine of [all.filter((_, at) => at % 2), all.filter((_, at) => at % 2 === 0)]) {
      const answered = mine.filter((one) => typeof one === 'object')
      expect(answered.map(({ wrong }) => wrong).toSorted((a, b) => a - b)).toEqual(oneToTen)
      expect(mine.filter((one) => one === '429 rate_limited')).toHaveLength(15)
    }
    expect(await bench.deps.db.select().from(flagTries)).toHaveLength(2 * MAX_ATTEMPTS_PER_MINUTE)
    expect(await counts()).toEqual({ account: [25, 25], address: [50], flag: [25, 25] })
  })

  test('a right value over the limit is refused and solves nothing', async () => {
    for (const at of oneToTen) await submit('mara', `guess ${at}`)
    const [right, wrong] = [await outcome(submit('mara', 'audit-reader')), await outcome(submit('mara', 'nonsense'))]
    expect([right, wrong]).toEqual(['429 rate_limited', '429 rate_limited'])
    expect(await bench.deps.db.select().from(flagSolves)).toEqual([])
    expect(await bench.deps.db.select().from(flagTries)).toHaveLength(MAX_ATTEMPTS_PER_MINUTE)
  })

  test('a wrong value does not wait for the account lock, and a right one does', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { promise: locked, resolve: tell } = Promise.withResolvers<void>()
    const id = await bench.idOf('mara')
    const holding = bench.deps.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, id)).for('no key update')
      tell()
      await gate
    })
    await locked
    expect(await outcome(submit('mara', 'nonsense'))).toEqual({ correct: false, wrong: 1 })
    const right = outcome(submit('mara', 'audit-reader'))
    await untilWaiting(bench.deps.db, 1)
    open()
    await holding
    expect(await right).toEqual({ correct: true, wrong: 1 })
  })

  test('a call refused before its value is read counts as a call, and as a try of the flag only if it could be one', async () => {
    expect(await outcome(submit('mara', 'nonsense', 'none'))).toBe('404 not_found')
    expect(await outcome(submit('mara', 'nonsense', bench.flags.STATIC.toUpperCase()))).toBe('404 not_found')
    const url = `/api/v1/flags/${bench.flags.STATIC}/me`
    const authorization = { authorization: 'Bearer none' }
    expect((await bench.app.inject({ method: 'POST', url, headers: authorization, payload: {} })).statusCode).toBe(401)
    await expect(submit('mara', 7 as unknown as string)).rejects.toMatchObject({ status: 422 })
    const token = await bench.tokenOf('mara')
    const broken = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    expect((await bench.app.inject({ method: 'POST', url, headers: broken, payload: '{' })).statusCode).toBe(400)
    expect(await counts()).toEqual({ account: [4], address: [4], flag: [] })

    await bench.deps.db.update(deployments).set({ running_at: null, state: 'ended' })
    expect(await outcome(submit('mara', 'nonsense'))).toBe('409 conflict')
    expect(await outcome(submit('stranger', 'nonsense'))).toBe('403 no_access')
    expect(await counts()).toMatchObject({ account: [5, 1], address: [6], flag: [1, 1] })
  })

  test('a call over the limit of an account does not count for its address', async () => {
    const { byAccount } = rateClasses.secret
    for (let call = 0; call < byAccount + 3; call++) await outcome(submit('mara', 'nonsense'))
    expect(await counts()).toEqual({
      account: [byAccount + 3],
      address: [byAccount],
      flag: [byAccount],
    })
  })
})
