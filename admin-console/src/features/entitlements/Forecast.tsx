import type { EntitlementOutcome } from '@flagyard/api-types'
import { type ReactNode, useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { formErrorsOf, sentenceOf } from '../../lib/problem.ts'
import styles from './Forecast.module.css'

interface Props {
  /** Of the dry run. */
  answer: { data?: EntitlementOutcome | undefined; error: unknown; isFetching: boolean }
  /** What to say before anything is asked. */
  empty?: string
  /** What stands above the lists. */
  children?: ReactNode
}

const titles = { ends: 'Ends', moves: 'Moves', stays: 'Stays' } as const

/** What would become of everything that belongs to the access. What was shown is sent with the change. */
export function Forecast({ answer: { data, error, isFetching }, empty = 'Looking…', children }: Props) {
  const { setValue } = useFormContext()
  const shown = error ? '' : (data?.preview ?? '')
  useEffect(() => setValue('preview', shown), [setValue, shown])
  return (
    <div className={styles.forecast} role="status">
      {error ? (
        <p className={styles.refused}>{refusalOf(error)}</p>
      ) : data ? (
        <>
          {children}
          {(['ends', 'moves', 'stays'] as const).map((fate) => {
            const items = data.items.filter((item) => item.fate === fate)
            if (items.length === 0) return null
            return (
              <section key={fate} aria-label={titles[fate]}>
                <h3 className={styles.title}>{titles[fate]}</h3>
                <ul className={styles.items}>
                  {items.map(({ what }) => (
                    <li key={what}>{what}</li>
                  ))}
                </ul>
              </section>
            )
          })}
          {data.items.length === 0 && !children && <p>Nothing was begun with it.</p>}
        </>
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
