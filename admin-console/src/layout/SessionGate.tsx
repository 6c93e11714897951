import type { SessionHolder } from '@flagyard/auth'
import { redirectTarget } from '@flagyard/auth/react-admin'
import { Spinner } from '@flagyard/ui/Spinner'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * SPEC §2: a loading indicator until the one silent refresh has ended; then the console for administrators, and the other
 * app's sign-in or refusal for everyone else. A session that ends later, here or in another tab, leaves the same way.
 */
export function SessionGate({
  session,
  leave,
  children,
}: {
  session: SessionHolder
  leave: (path: string) => void
  children: ReactNode
}) {
  const { pathname, search, hash } = useLocation()
  const [, heard] = useState(0)
  useEffect(() => session.subscribe(() => heard((times) => times + 1)), [session])
  useEffect(() => void session.start(), [session])
  const way = session.isStarted() ? redirectTarget(session, pathname + search + hash) : null
  useEffect(() => {
    if (way !== null) leave(way)
  }, [way, leave])
  return session.isStarted() && way === null ? children : <Spinner label="Looking for your session" />
}
