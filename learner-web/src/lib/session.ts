import type { Session } from '@flagyard/api-types'
import { session } from './api.ts'
import { atomOf, useAtomValue } from './jotai.ts'
import { forgetPrivateAnswers } from './query.ts'

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

/** Another account, or none: nothing of the one before may stay on the screen. */
let account = session.get()?.user.id
session.subscribe(() => {
  const now = session.get()?.user.id
  if (account !== undefined && account !== now) forgetPrivateAnswers()
  account = now
})
