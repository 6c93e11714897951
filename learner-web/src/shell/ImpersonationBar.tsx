import type { Session } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { useEffect } from 'react'
import { session } from '../lib/session.ts'
import * as t from '../messages/en/impersonation.ts'
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
      showError(t.stillOpen)
    }
  }
  return (
    <aside className={styles.bar} aria-label={t.barLabel}>
      <p className={styles.words}>{t.viewingAs({ username: user.username, until: timeOf(until) })}</p>
      <Button size="small" onClick={() => void end()}>
        {t.end}
      </Button>
    </aside>
  )
}

const timeOf = (at: number) => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at)
