import type { EntitlementOutcome } from '@flagyard/api-types'
import type { ReactNode } from 'react'
import { Foreseen, type ForeseenProps } from '../../crud/Foreseen.tsx'
import styles from './Forecast.module.css'

interface Props extends Omit<ForeseenProps<EntitlementOutcome>, 'children'> {
  /** Shown above the lists. */
  children?: (outcome: EntitlementOutcome) => ReactNode
}

const titles = { ends: 'Ends', moves: 'Moves', opens: 'Opens again', stays: 'Stays' } as const
const fates = Object.keys(titles) as (keyof typeof titles)[]

/** Effects of a change on everything that depends on the entitlement, by outcome. */
export const Forecast = ({ children, ...foreseen }: Props) => (
  <Foreseen {...foreseen}>
    {(outcome) => (
      <>
        {children?.(outcome)}
        {fates.map((fate) => {
          const items = outcome.items.filter((item) => item.fate === fate)
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
        {outcome.items.length === 0 && !children && <p>Nothing was begun with it.</p>}
      </>
    )}
  </Foreseen>
)
