import type { ReactNode } from 'react'
import { type RaRecord, useCreatePath, useListContext, useResourceContext } from 'react-admin'
import { Link } from 'react-router-dom'
import styles from './ListScreen.module.css'

/** How a row looks on a phone. */
export interface Card<T> {
  head: (row: T) => ReactNode
  /** At the head's right: a state. */
  mark?: (row: T) => ReactNode
  more?: (row: T) => ReactNode
  /** Rows that lead nowhere. */
  plain?: boolean
}

/** The rows as cards, each one link wide: what a table is on a phone. */
export function Cards<T extends RaRecord>({ card: { head, mark, more, plain } }: { card: Card<T> }) {
  const { data = [], selectedIds, onToggleItem } = useListContext<T>()
  const resource = useResourceContext()
  const createPath = useCreatePath()
  const inside = (row: T) => (
    <>
      <span className={styles.cardHead}>
        {head(row)}
        {mark?.(row)}
      </span>
      {more && <span className={styles.cardMore}>{more(row)}</span>}
    </>
  )
  return (
    <ul className={styles.cards}>
      {data.map((row) => (
        <li key={row.id}>
          <label className={styles.tick}>
            <input
              type="checkbox"
              aria-label={`Choose ${row.id}`}
              checked={selectedIds.includes(row.id)}
              onChange={() => onToggleItem(row.id)}
            />
          </label>
          {plain ? (
            <div className={styles.card}>{inside(row)}</div>
          ) : (
            <Link className={styles.card} to={createPath({ resource: resource ?? '', type: 'edit', id: row.id })}>
              {inside(row)}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
