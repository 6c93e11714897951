import { Card } from '@flagyard/ui/Card'
import type { ReactNode } from 'react'
import { Page } from '../../shell/Page.tsx'
import styles from './AuthCard.module.css'

/** The frame of the screens around an account: one thing to do, and the ways elsewhere below it. */
export function AuthCard({
  title,
  intro,
  problem,
  children,
  foot,
}: {
  title: string
  intro?: ReactNode
  problem?: string | undefined
  children?: ReactNode
  foot?: ReactNode
}) {
  return (
    <Page title={title} width="narrow" intro={intro}>
      {/* Always there, so that words which arrive in it are read out. */}
      <div role="alert" className={styles.alert}>
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
      {children && <Card>{children}</Card>}
      {foot && <div className={styles.foot}>{foot}</div>}
    </Page>
  )
}
