import type { Session } from '@flagyard/api-types'
import { SESSION_HINT_COOKIE } from '@flagyard/api-types/auth/session-hint-cookie'
import { createImpersonationSession, createSession, readImpersonationCode, type SessionHolder } from '@flagyard/auth'
import { useAtomValue } from 'jotai'

const loadSessionCalls = async (token?: string) => (await import('./session-calls.ts')).createSessionCalls(token)

const KEY = 'impersonated'

/** Marks this tab as an impersonation of this learner; the mark survives a reload. It grants nothing, because the token is only in memory. */
export function rememberImpersonation(username: string): void {
  store()?.setItem(KEY, username)
}

/** Username of the learner whom this tab impersonates; null in other tabs. */
export const findImpersonated = (): string | null => store()?.getItem(KEY) ?? null

/** Turns this into a regular tab from the next load on. */
export function forgetImpersonation(): void {
  store()?.removeItem(KEY)
}

/** Null if the browser blocks storage. */
function store(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

const impersonationCode = readImpersonationCode()
/** True in a tab opened for impersonation, even after a reload, which ends the session and leaves only the mark. */
export const isImpersonationTab = impersonationCode !== null || findImpersonated() !== null

/** The current session. The client is imported lazily, because the first page paints without it. */
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
  // The token is lost with the page, so the session is ended as well. Otherwise the learner would see it as open for the rest of its hour.
  // The call must be ready to send, because nothing can be awaited during `pagehide`.
  addEventListener('pagehide', () => {
    if (impersonation.get()) void end({ keepalive: true }).catch(() => undefined)
  })
  return impersonation
}

export function useSession(): Session | null {
  return useAtomValue(session.atom)
}

/** True in an impersonation tab whose session has ended. It then shows nothing else, in particular not the administrator's own pages. */
export function useImpersonationEnded(): boolean {
  const current = useSession()
  const isOver = useSessionStarted() || impersonationCode === null
  return isImpersonationTab && isOver && current === null
}

/** True when the initial silent refresh has completed, with or without a session. */
export function useSessionStarted(): boolean {
  return useAtomValue(session.startedAtom)
}

/** True when the sign-in state is known. A browser without a session cookie does not wait for the refresh. */
export function useSessionKnown(): boolean {
  return useSessionStarted() || !mayBeSignedIn()
}

/** True if this browser may have a session. The session cookie is not readable by scripts, so the server sets a readable hint cookie. */
export function mayBeSignedIn(): boolean {
  return (
    isImpersonationTab || document.cookie.split('; ').some((cookie) => cookie.startsWith(`${SESSION_HINT_COOKIE}=`))
  )
}
