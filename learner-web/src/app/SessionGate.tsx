import { Spinner } from '@flagyard/ui/Spinner'
import { type ReactNode, useEffect } from 'react'
import { session, useSessionStarted } from '../lib/session.ts'

/** SPEC §2: guarded routes wait here for the one silent refresh, and show once it has ended, well or not. */
export function SessionGate({ children }: { children: ReactNode }) {
  const started = useSessionStarted()
  useEffect(() => {
    void session.start()
  }, [])
  return started ? children : <Spinner label="Looking for your session" />
}
