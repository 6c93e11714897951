import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import type { ReactNode } from 'react'
import styles from './Figure.module.css'

interface Props {
  /** Accessible name of the figures. */
  label: string
  heads: readonly string[]
  /** The first cell is the row's header. */
  rows: readonly (readonly string[])[]
  children: ReactNode
}

/** A chart, with its data as a table for screen readers and everyone who prefers numbers. */
export function Figure({ label, heads, rows, children }: Props) {
  const table = <Table heads={heads} rows={rows} />
  return (
    <div className={styles.picture}>
      <div className={styles.chart} aria-hidden="true">
        {children}
      </div>
      {rows.length > FITTING ? (
        <ScrollRegion label={`${label}, in figures`} className={styles.long}>
          {table}
        </ScrollRegion>
      ) : (
        table
      )}
    </div>
  )
}

/** Maximum rows without a scroll box: enough for a scale from 0 to 10. */
const FITTING = 11

const Table = ({ heads, rows }: Pick<Props, 'heads' | 'rows'>) => (
  <table className={styles.table}>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([first = '', ...others]) => (
        <tr key={first}>
          <th scope="row">{first}</th>
          {others.map((value, at) => (
            <td key={heads[at + 1]}>{value}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
