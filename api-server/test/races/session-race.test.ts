import { randomInt, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../src/areas/platform/auth/passwords/hash.ts'
import * as auth from '../../src/areas/platform/auth/queries.ts'
import { endSessions } from '../../src/areas/platform/auth/sessions/queries.ts'
import { refreshSession, signOut } from '../../src/areas/platform/auth/sessions/refresh.ts'
import type { SignedIn } from '../../src/areas/platform/auth/sessions/signed-in.ts'
import { signIn, startSession } from '../../src/areas/platform/auth/sign-in/sign-in.ts'
import { updateMe } from '../../src/areas/support/users/service.ts'
import { users } from '../../src/db/schema/index.ts'
import { findCaller } from '../../src/identity/queries.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { describeOnPostgres, openTestPostgres } from '../database.ts'
import { untilWaiting } from './lock-barrier.ts'

const INTERLEAVINGS = process.env.LONG ? 200 : 8
const REFRESHES = process.env.LONG ? 10_000 : 150
const TABS = 4
const OLD = 'the old long phrase'

describeOnPostgres(
  'refreshes race',
  () => {
    let app: TestApp
    let oldHash: string
    const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
    const random = randomFrom(seed)

    beforeAll(async () => {
      console.log(`session races: SEED=${seed}`)
      app = await startTestApp({ database: await openTestPostgres() })
      oldHash = await hashPassword(OLD)
    })
    afterAll(() => app.close())

    const from = { address: '192.0.2.1', userAgent: 'a tab' }
    const newAccount = () => {
      const username = `racer-${randomUUID().slice(0, 18)}`
      const email = `${username}@learners.example`
      return auth.insertAccount(app.deps.db, {
        username,
        email,
        full_name: 'Racer',
        password_hash: oldHash,
        activated_at: new Date(),
      })
    }
    const idOf = ({ refreshToken }: SignedIn) => refreshToken.split('.')[0]!
    /** Waits for a random number of event loop turns. */
    const randomDelay = async () => {
      for (let turn = random(12); turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve))
    }

    /** Tab that keeps refreshing with the one cookie of its browser until the session has ended. */
    async function keepRefreshing(jar: { cookie: string; all: Set<string> }) {
      await randomDelay()
      for (let turn = 0; turn < 6; turn++) {
        const refreshed = await refreshSession(app.deps, jar.cookie)
        if (!refreshed) return
        jar.cookie = refreshed.refreshToken
        jar.all.add(refreshed.refreshToken)
        await randomDelay()
      }
    }

    const open = async (account: auth.Account) => {
      const session = await startSession(app.deps, account, from)
      return { session, jar: { cookie: session.refreshToken, all: new Set([session.refreshToken]) } }
    }

    async function expectAllDead(account: auth.Account, session: SignedIn, cookies: Set<string>, round: number) {
      for (const cookie of cookies)
        expect(await refreshSession(app.deps, cookie), `SEED=${seed}, round ${round}`).toBeNull()
      expect(await findCaller(app.deps.db, { userId: account.id, sessionId: idOf(session) })).toBeNull()
    }

    test('after a sign-out is answered, no refresh succeeds, even one that is already running', async () => {
      for (let round = 0; round < INTERLEAVINGS; round++) {
        const account = await newAccount()
        const { session, jar } = await open(account)
        const tabs = [keepRefreshing(jar), keepRefreshing(jar)]
        const leaving = (async () => {
          const { cookie } = jar
          await randomDelay()
          await signOut(app.deps, cookie)
          await expectAllDead(account, session, new Set(jar.all), round)
        })()
        await Promise.all([leaving, ...tabs])
        await expectAllDead(account, session, jar.all, round)
      }
    })

    test('after a new password, no other device can refresh and no sign-in with the old one stays valid', async () => {
      for (let round = 0; round < INTERLEAVINGS; round++) {
        const account = await newAccount()
        const { session, jar } = await open(account)
        const own = await open(account)
        const user = (await findCaller(app.deps.db, { userId: account.id, sessionId: idOf(own.session) }))!
        const signingIn = (async () => {
          await randomDelay()
          return signIn(app.deps, { username: account.username, password: OLD }, from).catch(() => null)
        })()
        const changing = (async () => {
          await randomDelay()
          const change = { current_password: OLD, new_password: `a new long phrase ${round}` }
          await updateMe(app.deps, user, change)
          await expectAllDead(account, session, new Set(jar.all), round)
        })()
        await Promise.all([changing, keepRefreshing(jar), keepRefreshing(jar)])
        const late = await signingIn
        if (late) await expectAllDead(account, late, new Set([late.refreshToken]), round)
        await expectAllDead(account, session, jar.all, round)
        expect(await refreshSession(app.deps, own.jar.cookie)).not.toBeNull()
      }
    })

    test('a sign-in during a password change waits for it and opens no session', async () => {
      const account = await newAccount()
      let refused: Promise<void> | undefined
      await app.deps.db.transaction(async (tx) => {
        await auth.setPassword(tx, account.id, 'another hash')
        await endSessions(tx, account.id, 'new password')
        const late = startSession(app.deps, account, from)
        refused = expect(late).rejects.toMatchObject({ code: 'wrong_credentials' })
        await untilWaiting(app.deps.db, 1)
      })
      await refused
    })

    test('a refresh does not wait while its account is being closed, and its session is closed too', async () => {
      const account = await newAccount()
      const { session, jar } = await open(account)
      await app.deps.db.transaction(async (tx) => {
        await auth.lockAccountNoKey(tx, account.id)
        jar.cookie = (await refreshSession(app.deps, jar.cookie))?.refreshToken ?? 'none'
        await endSessions(tx, account.id, 'closed')
      })
      await expectAllDead(account, session, new Set([jar.cookie]), 0)
    })

    test('a refresh records when the account was last seen, unless the account was disabled', async () => {
      const account = await newAccount()
      const { jar } = await open(account)
      const seenAt = async () => (await auth.findAccount(app.deps.db, account.id))?.last_seen_at
      const set = (values: { last_seen_at: Date | null; disabled_at?: Date }) =>
        app.deps.db.update(users).set(values).where(eq(users.id, account.id))
      await set({ last_seen_at: null })
      jar.cookie = (await refreshSession(app.deps, jar.cookie))?.refreshToken ?? 'none'
      expect(await seenAt()).toBeInstanceOf(Date)
      await set({ last_seen_at: null, disabled_at: new Date() })
      expect(await refreshSession(app.deps, jar.cookie)).toBeNull()
      expect(await seenAt()).toBeNull()
    })

    test(`${REFRESHES} simultaneous refreshes fork no session and sign no one out`, async () => {
      let forks = 0
      let signedOut = 0
      const browsers = await Promise.all(
        Array.from({ length: 5 }, async () => (await open(await newAccount())).jar.cookie),
      )
      for (let done = 0; done < REFRESHES; done += TABS * browsers.length) {
        await Promise.all(
          browsers.map(async (cookie, at) => {
            const answers = await Promise.all(Array.from({ length: TABS }, () => refreshSession(app.deps, cookie)))
            signedOut += answers.filter((answer) => answer === null).length
            const successors = new Set(answers.map((answer) => answer?.refreshToken))
            forks += successors.size - 1
            browsers[at] = [...successors].find((successor) => successor !== undefined) ?? cookie
          }),
        )
      }
      console.log(`${REFRESHES} raced refreshes: ${forks} forks, ${signedOut} honest sign-outs`)
      expect({ forks, signedOut }).toEqual({ forks: 0, signedOut: 0 })
    }, 600_000)
  },
  600_000,
)

/** Entitlement of a learner in this state, from the list of administrators. */
function randomFrom(seed: number) {
  let state = seed >>> 0
  return (most: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}
