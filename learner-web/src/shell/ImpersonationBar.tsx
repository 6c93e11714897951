import type { Session } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { useEffect } from 'react'
import { session } from '../lib/session.ts'
import styles from './shell.module.css'
import { showError } from './toasts.ts'

/** Shown on every page during an impersonation, with the learner's name, the end time and a button to end it. */
export default function ImpersonationBar({ current: { user, impersonation } }: { current: Session }) {
  const until = impersonation ? Date.parse(impersonation.until) : 0
  useEffect(() => {
    const timer = setTimeout(() => session.set(null), Math.max(0, until - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  const end = async () => {
    try {
      await session.signOut()
    } catch {
      showError('We could not reach the server: the session is still open. Try again.')
    }
  }
  return (
    <aside className={styles.bar} aria-label="Viewing as a learner">
      <p className={styles.words}>
        You are viewing this as <b>{user.username}</b>, read-only, until {timeOf(until)}
      </p>
      <Button size="small" onClick={() => void end()}>
        End
      </Button>
    </aside>
  )
}

const timeOf = (at: number) => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at)
