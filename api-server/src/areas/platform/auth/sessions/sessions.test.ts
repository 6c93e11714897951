import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { sessions } from '../../../../db/schema/index.ts'
import { findCaller, IDLE_DAYS, SESSION_DAYS } from '../../../../identity/queries.ts'
import { findAccount, setPassword } from '../queries.ts'
import { startSession } from '../sign-in/sign-in.ts'
import { refreshSession } from './refresh.ts'
import { deviceName } from './signed-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

async function signInElsewhere(username: string) {
  const account = await findAccount(app.deps.db, { id: await app.idOf(username) })
  const signedIn = await startSession(app.deps, account, { address: '192.0.2.7', userAgent: phone })
  const id = signedIn.refreshToken.split('.')[0]!
  const works = async () => (await findCaller(app.deps.db, { userId: account.id, sessionId: id })) !== null
  return { ...signedIn, id, works }
}

describe('my sessions', () => {
  test('are listed with device, address and last use, the current one first', async () => {
    await app.as('mia').getMe()
    await signInElsewhere('mia')
    const list = await app.as('mia').listMySessions()
    expect(list).toMatchObject([
      { current: true, device: 'An unknown device', address: '127.0.0.1' },
      { current: false, device: 'Safari on iPhone', address: '192.0.2.7' },
    ])
    expect(JSON.stringify(list)).not.toContain('hash')
  })

  test('that the owner ends stop working immediately, for both tokens', async () => {
    const other = await signInElsewhere('nora')
    expect(await other.works()).toBe(true)
    await app.as('nora').endMySession({ id: other.id })
    expect(await other.works()).toBe(false)
    expect(await refreshSession(app.deps, other.refreshToken)).toBeNull()
    expect(await app.as('nora').listMySessions()).toHaveLength(1)
    await expect(app.as('nora').endMySession({ id: other.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('the session of another account is not found and remains', async () => {
    const other = await signInElsewhere('olga')
    for (const id of [other.id, 'none', '00000000-0000-4000-8000-000000000000'])
      await expect(app.as('pia').endMySession({ id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await other.works()).toBe(true)
  })

  test('ending all others keeps the current one', async () => {
    const others = [await signInElsewhere('rita'), await signInElsewhere('rita')]
    await app.as('rita').endMyOtherSessions()
    for (const other of others) expect(await other.works()).toBe(false)
    expect(await app.as('rita').listMySessions()).toMatchObject([{ current: true }])
  })
})

test('a sign-in that checked the old password fails once a new one is set', async () => {
  const before = await findAccount(app.deps.db, { id: await app.idOf('ulla') })
  await setPassword(app.deps.db, before.id, 'another hash')
  const late = startSession(app.deps, before, { address: '192.0.2.7', userAgent: phone })
  await expect(late).rejects.toMatchObject({ code: 'wrong_credentials' })
})

describe('the lifetime of a session', () => {
  /** Moves all times of one session back by `days`. */
  const later = (id: string, days: number) => {
    const by = sql.raw(`interval '${days} days'`)
    return app.deps.db
      .update(sessions)
      .set({
        created_at: sql`${sessions.created_at} - ${by}`,
        last_used_at: sql`${sessions.last_used_at} - ${by}`,
        rotated_at: sql`${sessions.rotated_at} - ${by}`,
        expires_at: sql`${sessions.expires_at} - ${by}`,
      })
      .where(eq(sessions.id, id))
  }

  test('a session expires after two weeks without use, but not a day before', async () => {
    const unused = await signInElsewhere('sara')
    await later(unused.id, IDLE_DAYS + 0.01)
    expect(await refreshSession(app.deps, unused.refreshToken)).toBeNull()
    const used = await signInElsewhere('sara')
    await later(used.id, IDLE_DAYS - 1)
    expect(await refreshSession(app.deps, used.refreshToken)).not.toBeNull()
  })

  test('a session expires after sixty days despite use, for refresh and access', async () => {
    const used = await signInElsewhere('tina')
    let cookie = used.refreshToken
    for (let day = 10; day < SESSION_DAYS; day += 10) {
      await later(used.id, 10)
      cookie = (await refreshSession(app.deps, cookie))!.refreshToken
    }
    expect(await used.works()).toBe(true)
    await later(used.id, 10)
    expect(await refreshSession(app.deps, cookie)).toBeNull()
    expect(await used.works()).toBe(false)
    expect(await app.as('tina').listMySessions()).toMatchObject([{ current: true }])
  })
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [phone, 'Safari on iPhone'],
  ['curl/8.5.0', 'curl'],
  ['Something (X11; Linux)', 'A browser on Linux'],
  ['<b>', 'An unknown device'],
])('%s is called %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
