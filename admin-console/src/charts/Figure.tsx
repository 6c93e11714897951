import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import type { ReactNode } from 'react'
import styles from './Figure.module.css'

interface Props {
  /** What the figures are about, where a screen reader meets them on their own. */
  label: string
  heads: readonly string[]
  /** Each begins with what it is about. */
  rows: readonly (readonly string[])[]
  /** The picture. */
  children: ReactNode
}

/** A picture for the eyes, and beside it its figures in words and numbers for everybody. */
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

/** As many rows as a scale from 0 to 10 has. */
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
