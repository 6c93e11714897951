import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { useRealHashes } from '../../../../../test/hashes.ts'
import { users } from '../../../../db/schema/index.ts'
import { hashPassword } from '../passwords/hash.ts'
import { forgotPassword, RESPONSE_INTERVAL_MS } from '../passwords/reset.ts'
import * as auth from '../queries.ts'
import { signIn } from './sign-in.ts'

/** The long tier takes enough samples for medians within a tenth; every run takes few, which still detect a missing guard. */
const SAMPLES = process.env.LONG ? 200 : 30
const TOLERANCE = process.env.LONG ? 0.1 : 0.5

useRealHashes()

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const password_hash = await hashPassword('the right long one')
  for (const username of ['known', 'waiting'])
    await auth.insertAccount(app.deps.db, {
      username,
      email: `${username}@people.example`,
      full_name: 'Some Body',
      password_hash,
      activated_at: username === 'known' ? new Date() : null,
    })
})
afterAll(() => app.close())

const KNOWN = ['known', 'known@people.example', 'waiting']
const UNKNOWN = ['nobody', 'nobody@people.example', 'waiting@people.example']

describe('account enumeration', () => {
  test('sign-in gives the same error for a wrong password and an unknown name', async () => {
    const answers = await Promise.all(
      [...KNOWN, ...UNKNOWN].map(async (username) => {
        const response = await app.app.inject({
          method: 'POST',
          url: '/api/v1/auth/signin',
          headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ username, password: 'a wrong one' }).toString(),
        })
        return { status: response.statusCode, body: response.body, cookie: response.headers['set-cookie'] }
      }),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.status).toBe(401)
  })

  test('resending an activation gives the same response for known and unknown addresses; only the mail differs', async () => {
    const resend = async (username: string, email: string) => {
      const api = app.as(username, { activated: false })
      await api.getMe()
      await app.deps.db
        .update(users)
        .set({ email })
        .where(eq(users.id, await app.idOf(username)))
      const { message } = await api.resendActivation()
      const mails = (await app.asVisitor.readDemoOutbox()).filter(({ to }) => to === email)
      return { message, mails: mails.length, link: mails[0]?.text.includes('#token=') }
    }
    const taken = await resend('claims-a-known-one', 'known@people.example')
    const free = await resend('has-an-own-one', 'free@people.example')
    expect([taken.message, taken.mails]).toEqual([free.message, free.mails])
    expect([taken.link, free.link]).toEqual([false, true])
  })

  test('a forgotten password gives the same response, and only an activated account gets a mail', async () => {
    const before = (await app.asVisitor.readDemoOutbox()).length
    const answers = await Promise.all(
      ['known', 'waiting', 'nobody'].map(async (name) => {
        const email = `${name}@people.example`
        const payload = { email }
        const response = await app.app.inject({ method: 'POST', url: '/api/v1/auth/forgot_password', payload })
        return `${response.statusCode} ${response.body}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    const mails = await app.asVisitor.readDemoOutbox()
    expect(mails.slice(0, mails.length - before).map(({ to }) => to)).toEqual(['known@people.example'])
  })
})

describe('by response time', () => {
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
  /** Alternates between both, so that other load affects both. */
  async function mediansOf(kinds: ((sample: number) => Promise<unknown>)[], samples = SAMPLES) {
    const times = kinds.map((): number[] => [])
    for (let sample = 0; sample < samples; sample++)
      for (const [at, kind] of kinds.entries()) {
        const began = performance.now()
        await kind(sample)
        times[at]?.push(performance.now() - began)
      }
    return times.map(median)
  }
  const expectAlike = ([one = 0, other = 0]: number[]) =>
    expect(Math.abs(one - other) / Math.max(one, other), `${one} ms and ${other} ms`).toBeLessThan(TOLERANCE)

  test('sign-in also hashes a password for an unknown name', { timeout: 120_000 }, async () => {
    const guess = (username: string) => (sample: number) =>
      signIn(app.deps, { username, password: 'a wrong one' }, { address: `198.51.${sample}.1`, userAgent: 'x' }).catch(
        (refusal: { code: string }) => expect(refusal.code).toBe('wrong_credentials'),
      )
    expectAlike(await mediansOf([guess('known'), guess('nobody')]))
  })

  test('a forgotten password is answered at a fixed interval', { timeout: 240_000 }, async () => {
    const forget = (name: string) => () => forgotPassword(app.deps, `${name}@people.example`)
    // Each waits for the interval, so a few samples are enough.
    const medians = await mediansOf([forget('known'), forget('nobody')], process.env.LONG ? SAMPLES : 7)
    expectAlike(medians)
    for (const time of medians) expect(time).toBeGreaterThan(RESPONSE_INTERVAL_MS - 2)
  })
})
