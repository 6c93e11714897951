import { consolePaths } from '@flagyard/api-types/links'
import { Button, buttonClass } from '@flagyard/ui/Button'
import { Empty } from '@flagyard/ui/Feedback'
import { useEffect } from 'react'
import { findImpersonated, forgetImpersonation } from '../lib/session.ts'
import styles from './shell.module.css'

/** Replaces every page after an impersonation has ended, because the tab would otherwise show the administrator's own pages. */
export default function ImpersonationEnded({ reload = () => location.reload() }: { reload?: () => void }) {
  const username = findImpersonated()
  const title = username ? `You no longer see this as ${username}` : 'You no longer see this as a learner'
  useEffect(() => {
    document.title = `${title} · Flagyard`
  }, [title])
  const continueAsOneself = () => {
    forgetImpersonation()
    reload()
  }
  return (
    <main>
      <h1 className="visually-hidden">{title}</h1>
      <Empty
        title={title}
        icon="lock"
        action={
          <p className={styles.choices}>
            <a
              className={buttonClass({ variant: 'primary' })}
              href={username ? consolePaths.user(username) : consolePaths.listUsers}
            >
              {username ? `Back to ${username} in the console` : 'Back to the console'}
            </a>
            <Button onClick={continueAsOneself}>Continue as yourself</Button>
          </p>
        }
      >
        The view ended: by you, after its hour, or because this tab was loaded again. You can start another one from the
        console.
      </Empty>
    </main>
  )
}
