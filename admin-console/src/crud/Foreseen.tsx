import { type ReactNode, useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { formErrorsOf, sentenceOf } from '../lib/problem.ts'
import styles from './Foreseen.module.css'

export interface ForeseenProps<T> {
  /** Of the dry run. */
  answer: { data?: T | undefined; error: unknown; isFetching: boolean }
  /** What to say before anything is asked. */
  empty?: string | undefined
  children: (outcome: T) => ReactNode
}

/** What the question of a dialog would bring about, by its dry run. What was shown is sent with the change. */
export function Foreseen<T extends { preview: string | null }>({
  answer: { data, error, isFetching },
  empty = 'Looking…',
  children,
}: ForeseenProps<T>) {
  const { setValue } = useFormContext()
  const shown = error ? '' : (data?.preview ?? '')
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

/** What is wrong with single fields says more than that something is. */
const refusalOf = (error: unknown) =>
  Object.values(formErrorsOf(error))
    .filter((one) => typeof one === 'string')
    .join('. ') || sentenceOf(error)
