import { ApiError } from '@flagyard/api-types/contract/problem'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './components.module.css'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

export function Loading({ what }: { what: string }) {
  return <Spinner label={`Loading ${what}`} />
}

interface Props {
  what: string
  why?: string | undefined
  onRetry?: (() => void) | undefined
}

export function Failed({ what, why, onRetry }: Props) {
  return (
    <div className={styles.state} role="alert">
      <StateIcon icon="alert" />
      <h2 className={styles.title}>We could not load {what}</h2>
      <p>{why ?? 'Your connection may be slow or down. Nothing was lost.'}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}

/** Like `Failed`, but in one line, for a card that has its own heading. */
export function FailedLine({ why, onRetry }: { why: string; onRetry: () => void }) {
  return (
    <p role="alert" className={styles.line}>
      {why} <Button onClick={onRetry}>Try again</Button>
    </p>
  )
}

interface EmptyProps {
  title: string
  icon?: IconName
  children: ReactNode
  action?: ReactNode
}

/** Placeholder for an empty list: says that there is no data yet, and how to add some. */
export function Empty({ title, icon = 'flag', children, action }: EmptyProps) {
  return (
    <div className={styles.state}>
      <StateIcon icon={icon} />
      <h2 className={styles.title}>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  )
}

function StateIcon({ icon }: { icon: IconName }) {
  return (
    <span className={styles.mark}>
      <Icon name={icon} size={26} />
    </span>
  )
}

/** The server's message, or a message that the server could not be reached. */
export function errorMessage(failure: unknown): string {
  if (failure instanceof ApiError) {
    if (failure.code === 'rate_limited' && failure.retryAfter)
      return `${failure.message} Try again in ${failure.retryAfter} seconds.`
    return failure.message
  }
  return 'We could not reach the server. Check your connection and try again.'
}
