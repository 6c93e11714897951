import type { ReactNode } from 'react'
import { formErrorsOf, sentenceOf } from '../../lib/problem.ts'
import styles from './AttemptDialog.module.css'

interface Props {
  /** Of a dry run. */
  answer: { data?: unknown; error: unknown; isFetching: boolean }
  /** What to say before anything is asked. */
  empty: string
  /** What the dry run said. */
  children: ReactNode
}

/** What would happen, or in the server's words why it cannot. */
export const Preview = ({ answer: { data, error, isFetching }, empty, children }: Props) => (
  <p className={`${styles.preview} ${error ? styles.refused : ''}`} role="status">
    {error ? refusalOf(error) : data ? children : isFetching ? 'Looking…' : empty}
  </p>
)

/** What is wrong with single fields says more than that something is. */
const refusalOf = (error: unknown) =>
  Object.values(formErrorsOf(error))
    .filter((one) => typeof one === 'string')
    .join('. ') || sentenceOf(error)
