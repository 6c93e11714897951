import type { Session } from '@flagyard/api-types'
import { getDefaultStore } from 'jotai/vanilla'
import { afterEach, expect, test, vi } from 'vitest'
import { createSession, retryOn401, type SessionHolder, type SessionOptions } from './session.ts'

const sessions: SessionHolder[] = []
afterEach(() => {
  for (const session of sessions.splice(0)) session.dispose()
})

test('with no token held, one silent refresh is tried at start', async () => {
  const refresh = vi.fn(async () => sessionOf('new'))
  const session = tab({ refresh })
  expect(getDefaultStore().get(session.startedAtom)).toBe(false)
  await Promise.all([session.start(), session.start()])
  expect(refresh).toHaveBeenCalledTimes(1)
  expect(session.get()?.access_token).toBe('new')
  expect(getDefaultStore().get(session.startedAtom)).toBe(true)
})

test('with a token held, no refresh is tried at start', async () => {
  const refresh = vi.fn(async () => sessionOf('new'))
  const session = tab({ refresh })
  session.set(sessionOf('held'))
  await session.start()
  expect(refresh).not.toHaveBeenCalled()
  expect(getDefaultStore().get(session.startedAtom)).toBe(true)
})

test('a failed silent refresh is only logged, and the app goes on without a token', async () => {
  const log = vi.fn()
  const cause = new TypeError('Failed to fetch')
  const session = tab({ refresh: () => Promise.reject(cause), log })
  await session.start()
  expect(session.get()).toBeNull()
  expect(getDefaultStore().get(session.startedAtom)).toBe(true)
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.any(String), cause)
})

test('all callers who need a newer token share one refresh', async () => {
  const refresh = vi.fn(async () => sessionOf('new'))
  const session = tab({ refresh })
  session.set(sessionOf('old'))
  expect(await Promise.all([session.refresh('old'), session.refresh('old'), session.refresh('old')])).toEqual([
    'new',
    'new',
    'new',
  ])
  expect(await session.refresh('old')).toBe('new')
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('two tabs refresh one after the other, never at the same time', async () => {
  let running = 0
  let maxRunning = 0
  const refresh = async () => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    await microtasks(20)
    running -= 1
    return sessionOf('new')
  }
  const tabs = [tab({ refresh }), tab({ refresh })]
  await Promise.all(tabs.map((session) => session.refresh(null)))
  expect(maxRunning).toBe(1)
  expect(tabs.map((session) => session.get()?.access_token)).toEqual(['new', 'new'])
})

test('a refresh in one tab reaches the other tab', async () => {
  const [one, other] = [tab({ refresh: async () => sessionOf('new') }), tab()]
  const heard = nextChange(other)
  await one.refresh(null)
  await heard
  expect(other.get()?.access_token).toBe('new')
})

test('a sign-out in one tab signs out the other', async () => {
  const [one, other] = [tab(), tab()]
  const signedIn = nextChange(other)
  one.set(sessionOf('t'))
  await signedIn
  const signedOut = nextChange(other)
  await one.signOut()
  await signedOut
  expect(one.get()).toBeNull()
  expect(other.get()).toBeNull()
})

test('a refresh that waited behind a sign-out brings nothing back', async () => {
  const refresh = vi.fn(async () => sessionOf('ghost'))
  const session = tab({ refresh })
  session.set(sessionOf('t'))
  const [, token] = await Promise.all([session.signOut(), session.refresh('t')])
  expect(token).toBeNull()
  expect(refresh).not.toHaveBeenCalled()
  expect(session.get()).toBeNull()
})

test('a sign-in during the silent refresh is not undone by its answer', async () => {
  let answer: (session: null) => void = () => undefined
  const session = tab({ refresh: () => new Promise((resolve) => (answer = resolve)) })
  const start = session.start()
  await microtasks(5)
  session.set(sessionOf('signed-in'))
  await new Promise((resolve) => setImmediate(resolve))
  answer(null)
  await start
  expect(session.get()?.access_token).toBe('signed-in')
})

test('a sign-out that did not reach the server leaves the session unchanged', async () => {
  const session = tab({ signOut: () => Promise.reject(new TypeError('Failed to fetch')) })
  session.set(sessionOf('t'))
  await expect(session.signOut()).rejects.toThrow('Failed to fetch')
  expect(session.get()?.access_token).toBe('t')
})

test('a request answered 401 is tried again once with a refreshed token', async () => {
  const session = tab({ refresh: async () => sessionOf('new') })
  session.set(sessionOf('old'))
  const tokens: (string | null)[] = []
  const response = await retryOn401(session, async (token) => {
    tokens.push(token)
    return new Response(null, { status: token === 'new' ? 200 : 401 })
  })
  expect(tokens).toEqual(['old', 'new'])
  expect(response.status).toBe(200)
})

test('when the session is over the 401 is returned, and the token is dropped', async () => {
  const session = tab({ refresh: () => Promise.reject(Object.assign(new Error('over'), { status: 401 })) })
  session.set(sessionOf('old'))
  const send = vi.fn(async () => new Response(null, { status: 401 }))
  expect((await retryOn401(session, send)).status).toBe(401)
  expect(send).toHaveBeenCalledTimes(1)
  expect(session.get()).toBeNull()
})

test('a network without a response does not end the session', async () => {
  const session = tab({ refresh: () => Promise.reject(new TypeError('Failed to fetch')) })
  session.set(sessionOf('old'))
  await expect(session.refresh('old')).rejects.toThrow('Failed to fetch')
  expect(session.get()?.access_token).toBe('old')
})

test('without a token a 401 refreshes nothing: it may be a wrong password', async () => {
  const refresh = vi.fn(async () => sessionOf('new'))
  const response = await retryOn401(tab({ refresh }), async () => new Response(null, { status: 401 }))
  expect(response.status).toBe(401)
  expect(refresh).not.toHaveBeenCalled()
})

function tab(options: Partial<SessionOptions> = {}): SessionHolder {
  const session = createSession({
    refresh: async () => null,
    signOut: async () => undefined,
    log: () => undefined,
    ...options,
  })
  sessions.push(session)
  return session
}

function sessionOf(access_token: string): Session {
  return {
    access_token,
    token_type: 'bearer',
    expires_in: 900,
    user: {
      id: '00000000-0000-4000-8000-000000000001',
      username: 'mara',
      email: 'mara@example.com',
      full_name: 'Mara',
      roles: ['user'],
      capabilities: [],
      is_active: true,
    },
  }
}

function nextChange(session: SessionHolder): Promise<void> {
  return new Promise((resolve) => {
    const stop = getDefaultStore().sub(session.atom, () => {
      stop()
      resolve()
    })
  })
}

async function microtasks(count: number) {
  for (let i = 0; i < count; i += 1) await Promise.resolve()
}
