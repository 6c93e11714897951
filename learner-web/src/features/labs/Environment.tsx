import type { Deployment } from '@flagyard/api-types'
import { buttonClass } from '@flagyard/ui/Button'
import { Chip } from '@flagyard/ui/Chip'
import type { ReactNode } from 'react'
import { deploymentChip } from '../deployments/labels.ts'
import { type Accessible, Credentials } from './Credentials.tsx'
import styles from './LabPanel.module.css'

interface PanelProps {
  title: string
  deployment: Pick<Deployment, 'state' | 'reason'> | null
  children: ReactNode
}

/** The environment of a lab or an exam: its heading, how it stands, and what can be done with it. */
export function EnvironmentPanel({ title, deployment, children }: PanelProps) {
  const state = deploymentChip(deployment)
  return (
    <section className={styles.panel}>
      <div className="row between">
        <h2 className={styles.title}>{title}</h2>
        <Chip tone={state.tone}>{state.label}</Chip>
      </div>
      {children}
    </section>
  )
}

interface AccessProps {
  deployment: Accessible & Pick<Deployment, 'console_url'>
  /** The buttons that change the environment. */
  children?: ReactNode
}

/** The way into a running environment: its cloud console and its credentials, with the buttons between them. */
export function EnvironmentAccess({ deployment, children }: AccessProps) {
  return (
    <>
      <div className={styles.actions}>
        {deployment.console_url && (
          <a
            className={buttonClass({ variant: 'primary', size: 'small' })}
            href={deployment.console_url}
            target="_blank"
            rel="noopener noreferrer"
          >
            Open console<span className="visually-hidden"> (in a new tab)</span>
          </a>
        )}
        {children}
      </div>
      <Credentials deployment={deployment} />
    </>
  )
}
