import { Card } from '@flagyard/ui/Card'
import { Cover } from '@flagyard/ui/Cover'
import type { ReactNode } from 'react'
import * as t from '../../messages/en/auth.ts'
import { Page } from '../../shell/Page.tsx'
import styles from './auth.module.css'

interface Props {
  title: string
  intro?: ReactNode
  error?: string | undefined
  children?: ReactNode
  footer?: ReactNode
}

/** Layout of the account screens: one task in a card, and links to related screens below it. */
export function AuthCard({ title, intro, error, children, footer }: Props) {
  return (
    <Page title={title} width="narrow" intro={intro} aside={<Cover slug="account" tall className={styles.cover} />}>
      {/* Always in the DOM, so that screen readers announce an error when it appears. */}
      <div role="alert" className={styles.alert}>
        {error && <p className={styles.problem}>{error}</p>}
      </div>
      {children && <Card>{children}</Card>}
      {footer && <div className={styles.foot}>{footer}</div>}
    </Page>
  )
}

/** Page for an e-mailed link whose token is missing. `help` links to an alternative. */
export function IncompleteLink({ help }: { help: ReactNode }) {
  return <AuthCard title={t.incompleteLink} intro={t.incompleteLinkIntro} footer={help} />
}
