import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as auth from '../../src/areas/platform/auth/queries.ts'
import { addFactor } from '../../src/areas/platform/auth/second-factor/enrolment.ts'
import {
  startPasskeyAuthentication,
  verifyPasskey,
} from '../../src/areas/platform/auth/second-factor/passkey-assertion.ts'
import { insertPasskey, updatePasskeyCounter } from '../../src/areas/platform/auth/second-factor/passkey-queries.ts'
import {
  addPasskey,
  removePasskey,
  setUpPasskey,
} from '../../src/areas/platform/auth/second-factor/passkey-registration.ts'
import { startSession } from '../../src/areas/platform/auth/sign-in/sign-in.ts'
import { factors, recoveryCodes, sessions } from '../../src/db/schema/index.ts'
import type { CurrentUser } from '../../src/identity/current-user.ts'
import { findCaller } from '../../src/identity/queries.ts'
import { quickHash, startTestApp, type TestApp } from '../app.ts'
import { describeOnPostgres, openTestPostgres } from '../database.ts'
import { createAuthenticator } from '../fixtures/authenticator.ts'
import { untilWaiting } from './lock-barrier.ts'

const ROUNDS = process.env.LONG ? 24 : 4
const current_password = 'the present long one'

describeOnPostgres('races of second factors', () => {
  let app: TestApp
  let hash: string

  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres() })
    hash = quickHash(current_password)
  })
  afterAll(() => app.close())

  async function person(): Promise<CurrentUser> {
    const username = `racer-${randomUUID().slice(0, 18)}`
    const account = await auth.insertAccount(app.deps.db, {
      username,
      email: `${username}@learners.example`,
      full_name: 'Racer',
      password_hash: hash,
      activated_at: new Date(),
    })
    const { refreshToken } = await startSession(app.deps, account, { address: '192.0.2.1', userAgent: 'a tab' })
    const caller = await findCaller(app.deps.db, { userId: account.id, sessionId: refreshToken.split('.')[0]! })
    return caller!
  }

  const passkeyOf = (user: CurrentUser, name: string) => ({
    user_id: user.id,
    name,
    credential_id: randomUUID(),
    public_key: 'none',
    counter: 0,
    transports: [],
  })
  /** Adds a passkey without a WebAuthn ceremony. */
  const add = (user: CurrentUser, name: string) =>
    addFactor(app.deps, user, name, (tx) => insertPasskey(tx, passkeyOf(user, name)))
  const codesOf = (user: CurrentUser) => app.deps.db.$count(recoveryCodes, eq(recoveryCodes.user_id, user.id))

  test('two first factors at the same time create one set of recovery codes, which is the valid one', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await person()
      const made = await Promise.all([add(user, 'one'), add(user, 'other')])
      expect(
        made.map((codes) => codes.length).toSorted((a, b) => a - b),
        `round ${round}`,
      ).toEqual([0, 10])
      expect(await codesOf(user)).toBe(10)
    }
  })

  test('a sign-in with only a password opens no session while the first factor is being confirmed', async () => {
    const user = await person()
    const account = (await auth.findAccount(app.deps.db, user.id))!
    const locked = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const confirming = addFactor(app.deps, user, 'one', async (tx) => {
      locked.resolve()
      await goOn.promise
      await insertPasskey(tx, passkeyOf(user, 'one'))
    })
    await locked.promise
    const late = startSession(app.deps, account, { address: '192.0.2.1', userAgent: 'another' })
    const refused = expect(late).rejects.toMatchObject({ code: 'second_factor_needed' })
    await untilWaiting(app.deps.db, 1)
    goOn.resolve()
    await Promise.all([confirming, refused])
    const open = and(eq(sessions.user_id, user.id), isNull(sessions.ended_at))
    expect(await app.deps.db.select({ id: sessions.id }).from(sessions).where(open)).toEqual([{ id: user.session_id }])
  })

  test('the later of two simultaneous removals removes the last factor with the recovery codes', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await person()
      const codes = await add(user, 'one')
      await add(user, 'other')
      const rows = await app.deps.db.select({ id: factors.id }).from(factors).where(eq(factors.user_id, user.id))
      await Promise.all(
        rows.map(({ id }, at) => removePasskey(app.deps, user, id, { current_password, code: codes[at] })),
      )
      expect(await codesOf(user), `round ${round}`).toBe(0)
    }
  })

  test('of many answers to one challenge or with one counter value, one is accepted', async () => {
    const user = await person()
    const device = createAuthenticator()
    const here = { rpId: 'localhost', origin: app.deps.config.publicUrl }
    const { challenge } = await setUpPasskey(app.deps, user, { current_password })
    await addPasskey(app.deps, user, { name: 'Key', passkey: device.create({ ...here, challenge }) })

    for (let round = 0; round < ROUNDS; round++) {
      const { challenge: asked } = await startPasskeyAuthentication(app.deps, user.id, 'signin')
      const answer = device.get({ ...here, challenge: asked, counter: 0 })
      const tries = Array.from({ length: 8 }, () => verifyPasskey(app.deps, user.id, 'signin', answer))
      const through = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
      expect(through.length, `round ${round}`).toBe(1)
    }

    const [row] = await app.deps.db.select({ id: factors.id }).from(factors).where(eq(factors.user_id, user.id))
    const counted = await Promise.all(Array.from({ length: 8 }, () => updatePasskeyCounter(app.deps.db, row!.id, 7)))
    expect(counted.filter(Boolean).length).toBe(1)
  })
})
