import type { Session } from '@flagyard/api-types'
import { SESSION_HINT_COOKIE } from '@flagyard/api-types/auth/session-hint-cookie'
import { createImpersonationSession, createSession, readImpersonationCode, type SessionHolder } from '@flagyard/auth'
import { useAtomValue } from 'jotai'
import { findImpersonated, rememberImpersonation } from './impersonation-tab.ts'

const loadSessionCalls = async (token?: string) => (await import('./session-calls.ts')).createSessionCalls(token)

const impersonationCode = readImpersonationCode()
/** This tab was opened to see as a learner. After a reload nothing is left of that but the note, and nobody is signed in here. */
export const isImpersonationTab = impersonationCode !== null || findImpersonated() !== null

/** Who is signed in. The client is imported lazily, because the first page paints without it. */
export const session: SessionHolder = isImpersonationTab
  ? createImpersonation(impersonationCode)
  : createSession({
      refresh: async () => (await loadSessionCalls()).refresh(),
      signOut: async () => (await loadSessionCalls()).signout(),
    })

function createImpersonation(code: string | null): SessionHolder {
  let end: (options?: { keepalive?: boolean }) => Promise<unknown> = async () => undefined
  const impersonation = createImpersonationSession({
    async begin() {
      if (code === null) return null
      rememberImpersonation('')
      const begun = await (await loadSessionCalls()).redeemImpersonation({ impersonationCode: { code } })
      rememberImpersonation(begun.user.username)
      const calls = await loadSessionCalls(begun.access_token)
      end = (options) => calls.endImpersonation({}, options)
      return begun
    },
    end: () => end(),
  })
  // The token goes with the page, so the session ends with it: else the learner would see it as open for the rest of its hour. Everything
  // that the call needs is there already, because nothing can be waited for any more.
  addEventListener('pagehide', () => {
    if (impersonation.get()) void end({ keepalive: true }).catch(() => undefined)
  })
  return impersonation
}

/** Who is signed in, or null. */
export function useSession(): Session | null {
  return useAtomValue(session.atom)
}

/** Whether this tab saw as a learner and does so no more: then it shows nothing else, least of all the administrator's own pages. */
export function useImpersonationEnded(): boolean {
  const current = useSession()
  const isOver = useSessionStarted() || impersonationCode === null
  return isImpersonationTab && isOver && current === null
}

/** Whether the silent refresh at the start has ended, with or without a session. */
export function useSessionStarted(): boolean {
  return useAtomValue(session.startedAtom)
}

/** Whether it is known who is signed in: a browser that cannot have a session need not wait for the refresh. */
export function useSessionKnown(): boolean {
  return useSessionStarted() || !mayBeSignedIn()
}

/** Whether this browser may have a session: the server sets a readable cookie beside the session cookie, which no script can read. */
export function mayBeSignedIn(): boolean {
  return (
    isImpersonationTab || document.cookie.split('; ').some((cookie) => cookie.startsWith(`${SESSION_HINT_COOKIE}=`))
  )
}
