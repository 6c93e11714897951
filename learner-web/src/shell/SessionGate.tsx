import { Spinner } from '@flagyard/ui/Spinner'
import { type ReactNode, useEffect } from 'react'
import { session, useSessionStarted } from '../lib/session.ts'
import * as t from '../messages/en/shell.ts'

/** Guarded routes wait here until the initial silent refresh has completed, with or without a session. */
export function SessionGate({ children }: { children: ReactNode }) {
  const started = useSessionStarted()
  useEffect(() => {
    void session.start()
  }, [])
  return started ? children : <Spinner label={t.signingYouIn} />
}
