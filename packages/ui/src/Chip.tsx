import type { ReactNode } from 'react'
import styles from './components.module.css'
import { classNames } from './text/class-names.ts'

interface Props {
  tone?: 'plain' | 'neutral' | 'good' | 'warn' | 'info' | 'bad'
  children: ReactNode
}

/** A short label for a state or a kind. `tone` sets its colour; `plain` has no dot. */
export function Chip({ tone = 'plain', children }: Props) {
  return <span className={classNames(styles.chip, styles[tone])}>{children}</span>
}
