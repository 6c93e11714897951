import type { Session } from '@flagyard/api-types'
import { getDefaultStore } from 'jotai/vanilla'
import { expect, test, vi } from 'vitest'
import { createImpersonationSession } from './impersonation.ts'
import { createSession } from './session.ts'

const seen = { access_token: 'seen', impersonation: { by: 'ada', until: '2027-01-01T00:00:00.000Z' } } as Session

test('an impersonation stays in its tab: the administrator’s other tabs are not affected', async () => {
  const other = createSession({ refresh: async () => null, signOut: async () => undefined })
  const heard = vi.fn()
  getDefaultStore().sub(other.atom, heard)
  const session = createImpersonationSession({ begin: async () => seen, end: async () => undefined })
  await session.start()
  expect(session.get()).toBe(seen)
  // A message to the other tab, after which anything sent before it has arrived.
  const channel = new BroadcastChannel('flagyard.session')
  channel.postMessage({ session: { access_token: 'marker' } })
  await vi.waitFor(() => expect(other.get()?.access_token).toBe('marker'))
  expect(heard).toHaveBeenCalledTimes(1)
  channel.close()
  other.dispose()
})

test('an impersonation is never refreshed: a 401 of the server ends it', async () => {
  const begin = vi.fn(async () => seen)
  const session = createImpersonationSession({ begin, end: async () => undefined })
  await session.start()
  expect(await session.refresh('seen')).toBeNull()
  expect(session.get()).toBeNull()
  expect(begin).toHaveBeenCalledTimes(1)
})

test('a used code signs no one in, and ending tells the server first', async () => {
  const failed = createImpersonationSession({
    begin: () => Promise.reject(new Error('used')),
    end: async () => undefined,
  })
  await failed.start()
  expect([failed.get(), getDefaultStore().get(failed.startedAtom)]).toEqual([null, true])
  const end = vi.fn(async () => undefined)
  const session = createImpersonationSession({ begin: async () => seen, end })
  await session.start()
  await session.signOut()
  expect(end).toHaveBeenCalledOnce()
  expect(session.get()).toBeNull()
})
