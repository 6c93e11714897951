import type { ReactNode } from 'react'
import { refusalOf } from '../../lib/problem.ts'
import styles from './AttemptDialog.module.css'

interface Props {
  /** Result of a dry run. */
  answer: { data?: unknown; error: unknown; isFetching: boolean }
  /** Placeholder before the dry run starts. */
  empty: string
  /** Rendered when the dry run succeeded. */
  children: ReactNode
}

/** Outcome of a dry run, or the server's reason for the refusal. */
export const Preview = ({ answer: { data, error, isFetching }, empty, children }: Props) => (
  <p className={`${styles.preview} ${error ? styles.refused : ''}`} role="status">
    {error ? refusalOf(error) : data ? children : isFetching ? 'Looking…' : empty}
  </p>
)
