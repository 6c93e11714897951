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

/** Panel of a lab's or exam's environment: heading, state and actions. */
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
  /** Buttons that change the environment. */
  children?: ReactNode
}

/** Access to a running environment: cloud console and credentials, with the action buttons. */
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
