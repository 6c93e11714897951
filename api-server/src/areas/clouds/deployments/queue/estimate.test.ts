import { expect, test } from 'vitest'
import { type BusyAccount, estimateWait, secondsOfUse, secondsUntilFree } from './estimate.ts'

const MINUTE = 60
/** Typical settings of a lab: run time in seconds, and number of extensions and resets. */
const LABS = [
  { duration: 90 * MINUTE, extensions: 2, extension: 30 * MINUTE, resets: 3 },
  { duration: 120 * MINUTE, extensions: 2, extension: 30 * MINUTE, resets: 3 },
  { duration: 60 * MINUTE, extensions: 1, extension: 15 * MINUTE, resets: 2 },
]

const busy = (more: Partial<BusyAccount>): BusyAccount => ({
  state: null,
  duration_seconds: 3600,
  building_for: null,
  ends_in: 0,
  cleaning_for: 0,
  retry_in: 0,
  ...more,
})

test('expects a leased or built account to be free after its full time, and a running one after its end', () => {
  expect(secondsUntilFree(busy({ state: 'held' }))).toBe(3840)
  expect(secondsUntilFree(busy({ state: 'provisioning' }))).toBe(3840)
  expect(secondsUntilFree(busy({ state: 'provisioning', building_for: 50 }))).toBe(3790)
  expect(secondsUntilFree(busy({ state: 'provisioning', building_for: 900 }))).toBe(3720)
  expect(secondsUntilFree(busy({ state: 'running', ends_in: 600 }))).toBe(720)
  expect(secondsUntilFree(busy({ state: 'ending' }))).toBe(120)
  expect(secondsUntilFree(busy({ state: 'ended', cleaning_for: 90 }))).toBe(30)
  expect(secondsUntilFree(busy({ cleaning_for: 900, retry_in: 240 }))).toBe(240)
})

test('gives each learner ahead the first free account, even if there are more learners than accounts', () => {
  expect(estimateWait([50, 10], [])).toBe(10)
  expect(estimateWait([50, 10], [100])).toBe(50)
  expect(estimateWait([50, 10], [100, 100])).toBe(110)
  expect(estimateWait([50, 10], [20, 100, 100])).toBe(130)
  expect(estimateWait([], [])).toBeNull()
})

test('estimates half of the waits in a simulated pool to within a quarter of the real wait', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const waits = simulate(seed)
    expect(waits.length).toBeGreaterThan(100)
    const errors = waits.map(({ estimated, waited }) => Math.abs(estimated - waited) / waited).sort((a, b) => a - b)
    expect(errors[Math.floor(errors.length / 2)], `seed ${seed}`).toBeLessThan(0.25)
  }
})

interface Waiting {
  joined: number
  /** Resets have priority. */
  priority: number
  lab: (typeof LABS)[number]
  seconds: number
  extensions: number
  resets: number
  estimated: number | null
}

interface Account {
  phase: 'free' | 'building' | 'running' | 'cleaning'
  since: number
  ends: number
  use: Waiting | null
}

/**
 * Simulates three days of a pool of eight accounts, with a few more learners than it can serve concurrently. Some extend their lab in
 * its last quarter, some reset it, some end it early, and all durations vary.
 */
function simulate(seed: number): { estimated: number; waited: number }[] {
  const random = randomFrom(seed)
  const between = (from: number, to: number) => from + random() * (to - from)
  const accounts: Account[] = Array.from({ length: 8 }, () => ({ phase: 'free', since: 0, ends: 0, use: null }))
  const queue: Waiting[] = []
  const events: { at: number; run: (now: number) => void }[] = []
  const waits: { estimated: number; waited: number }[] = []
  const at = (time: number, run: (now: number) => void) => events.push({ at: time, run })

  function estimate(now: number, ahead: Waiting[]) {
    const inUse = accounts.map(({ phase, since, ends, use }) =>
      busy({
        state: phase === 'building' ? 'provisioning' : phase === 'running' ? 'running' : 'ended',
        duration_seconds: use?.seconds ?? 0,
        building_for: phase === 'building' ? now - since : null,
        ends_in: ends - now,
        cleaning_for: now - since,
      }),
    )
    return estimateWait(
      inUse.map(secondsUntilFree),
      ahead.map(({ seconds }) => secondsOfUse(seconds)),
    )
  }

  function join(now: number, one: Waiting) {
    queue.push(one)
    queue.sort((a, b) => a.priority - b.priority || a.joined - b.joined)
    if (accounts.every(({ phase }) => phase !== 'free'))
      one.estimated = estimate(now, queue.slice(0, queue.indexOf(one)))
    serve(now)
  }

  function serve(now: number) {
    for (const account of accounts.filter(({ phase }) => phase === 'free')) {
      const use = queue.shift()
      if (!use) return
      if (use.estimated !== null) waits.push({ estimated: use.estimated, waited: now - use.joined })
      Object.assign(account, { phase: 'building', since: now, use })
      at(now + between(60, 200), (built) => start(built, account, use))
    }
  }

  function start(now: number, account: Account, use: Waiting) {
    Object.assign(account, { phase: 'running', since: now, ends: now + use.seconds })
    const lastQuarter = now + use.seconds * 0.75
    if (use.resets > 0 && random() < 0.1) {
      at(between(now, lastQuarter), (reset) => {
        const left = account.ends - reset
        clean(reset, account)
        join(reset, { ...use, joined: reset, priority: -1, seconds: left, resets: use.resets - 1, estimated: null })
      })
    } else if (random() < 0.1) at(between(now, account.ends), (ended) => clean(ended, account))
    else at(lastQuarter, () => extendOrEnd(account, use))
  }

  function extendOrEnd(account: Account, use: Waiting) {
    if (use.extensions > 0 && random() < 0.25) {
      account.ends += use.lab.extension
      use.extensions--
      at(account.ends - use.seconds / 4, () => extendOrEnd(account, use))
    } else at(account.ends, (ended) => clean(ended, account))
  }

  function clean(now: number, account: Account) {
    Object.assign(account, { phase: 'cleaning', since: now })
    at(now + between(60, 240), (free) => {
      Object.assign(account, { phase: 'free', since: free, use: null })
      serve(free)
    })
  }

  for (let arrival = 0; arrival < 72 * 60 * MINUTE; arrival += -Math.log(1 - random()) * 13.5 * MINUTE) {
    const lab = LABS[Math.floor(random() * LABS.length)]!
    const { duration: seconds, extensions, resets } = lab
    at(arrival, (joined) => join(joined, { joined, priority: 0, lab, seconds, extensions, resets, estimated: null }))
  }
  while (events.length > 0) {
    const next = events.reduce((first, event) => (event.at < first.at ? event : first))
    events.splice(events.indexOf(next), 1)
    next.run(next.at)
  }
  return waits
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
