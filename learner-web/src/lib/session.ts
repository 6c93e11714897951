import type { Session } from '@flagyard/api-types'
import { createSession } from '@flagyard/auth'
import { atomOf, useAtomValue } from './jotai.ts'

/** Who is signed in. The transport comes apart from it: the first page paints before the calls are fetched. */
export const session = createSession({
  // biome-ignore lint/suspicious/noImportCycles: the transport needs the session, and is fetched later.
  refresh: async () => (await import('./api.ts')).api.refresh(),
  // biome-ignore lint/suspicious/noImportCycles: the transport needs the session, and is fetched later.
  signOut: async () => (await import('./api.ts')).api.signout(),
})

const sessionAtom = atomOf(session)
const startedAtom = atomOf({ get: session.isStarted, subscribe: session.subscribe })

/** Who is signed in, or null. */
export function useSession(): Session | null {
  return useAtomValue(sessionAtom)
}

/** Whether the silent refresh at the start has ended, one way or the other. */
export function useSessionStarted(): boolean {
  return useAtomValue(startedAtom)
}
