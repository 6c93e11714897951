import { consolePaths } from '@flagyard/api-types/console-links'
import { Button, buttonClass } from '@flagyard/ui/Button'
import { siteName } from '@flagyard/ui/brand'
import { Empty } from '@flagyard/ui/Feedback'
import { useEffect } from 'react'
import { findImpersonated, forgetImpersonation } from '../lib/session.ts'
import * as t from '../messages/en/impersonation.ts'
import styles from './shell.module.css'

/** Replaces every page after an impersonation has ended, because the tab would otherwise show the administrator's own pages. */
export default function ImpersonationEnded({ reload = () => location.reload() }: { reload?: () => void }) {
  const username = findImpersonated()
  const title = username ? t.endedAs({ username }) : t.ended
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
              {username ? t.backToUser({ username }) : t.backToConsole}
            </a>
            <Button onClick={continueAsAdministrator}>{t.continueAsYourself}</Button>
          </p>
        }
      >
        {t.whyEnded}
      </Empty>
    </main>
  )
}
