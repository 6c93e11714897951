import { type ReactNode, useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { refusalOf } from '../lib/problem.ts'
import styles from './Foreseen.module.css'

export interface ForeseenProps<T> {
  /** Result of the dry run. */
  answer: { data?: T | undefined; error: unknown; isFetching: boolean }
  /** Placeholder before the dry run starts. */
  empty?: string | undefined
  children: (outcome: T) => ReactNode
}

/** Shows the result of a dialog's dry run. Its `preview` token is sent with the change, and is empty while the dry run is asked again. */
export function Foreseen<T extends { preview: string | null }>({
  answer: { data, error, isFetching },
  empty = 'Looking…',
  children,
}: ForeseenProps<T>) {
  const { setValue } = useFormContext()
  const shown = error || isFetching ? '' : (data?.preview ?? '')
  useEffect(() => setValue('preview', shown), [setValue, shown])
  return (
    <div className={styles.foreseen} role="status">
      {error ? (
        <p className={styles.refused}>{refusalOf(error)}</p>
      ) : data ? (
        children(data)
      ) : (
        <p>{isFetching ? 'Looking…' : empty}</p>
      )}
    </div>
  )
}
