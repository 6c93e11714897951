import type { Session } from '@flagyard/api-types'
import { SESSION_HINT_COOKIE } from '@flagyard/api-types/auth/session-hint-cookie'
import { createImpersonationSession, createSession, readImpersonationCode, type SessionHolder } from '@flagyard/auth'
import { useStore } from '@flagyard/ui/store'

const loadSessionCalls = async (token?: string) => (await import('./session-calls.ts')).createSessionCalls(token)

/** Who is signed in. The client is imported lazily, because the first page paints without it. */
const impersonationCode = readImpersonationCode()
export const session: SessionHolder = impersonationCode
  ? createImpersonationSession({
      begin: async () =>
        (await loadSessionCalls()).redeemImpersonation({ impersonationCode: { code: impersonationCode } }),
      end: async () => (await loadSessionCalls(session.get()?.access_token)).endImpersonation(),
    })
  : createSession({
      refresh: async () => (await loadSessionCalls()).refresh(),
      signOut: async () => (await loadSessionCalls()).signout(),
    })

const started = { get: session.isStarted, subscribe: session.subscribe }

/** Who is signed in, or null. */
export function useSession(): Session | null {
  return useStore(session)
}

/** Whether the silent refresh at the start has ended, with or without a session. */
export function useSessionStarted(): boolean {
  return useStore(started)
}

/** Whether it is known who is signed in: a browser that cannot have a session need not wait for the refresh. */
export function useSessionKnown(): boolean {
  return useSessionStarted() || !mayBeSignedIn()
}

/** Whether this browser may have a session: the server sets a readable cookie beside the session cookie, which no script can read. */
export function mayBeSignedIn(): boolean {
  return (
    impersonationCode !== null ||
    document.cookie.split('; ').some((cookie) => cookie.startsWith(`${SESSION_HINT_COOKIE}=`))
  )
}
