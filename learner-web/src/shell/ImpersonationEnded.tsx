import { consolePaths } from '@flagyard/api-types/console-links'
import { Button, buttonClass } from '@flagyard/ui/Button'
import { siteName } from '@flagyard/ui/brand'
import { Empty } from '@flagyard/ui/Feedback'
import { useEffect } from 'react'
import { findImpersonated, forgetImpersonation } from '../lib/session.ts'
import styles from './shell.module.css'

/** Replaces every page after an impersonation has ended, because the tab would otherwise show the administrator's own pages. */
export default function ImpersonationEnded({ reload = () => location.reload() }: { reload?: () => void }) {
  const username = findImpersonated()
  const title = username ? `You are no longer viewing as ${username}` : 'You are no longer viewing as a learner'
  useEffect(() => {
    document.title = `${title} · ${siteName}`
  }, [title])
  const continueAsAdministrator = () => {
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
            <Button onClick={continueAsAdministrator}>Continue as yourself</Button>
          </p>
        }
      >
        You ended the view, its hour was over, or this tab was reloaded. You can start another view from the console.
      </Empty>
    </main>
  )
}
