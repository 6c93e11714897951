import type { ReactNode } from 'react'
import styles from './Analytics.module.css'

interface Props {
  heads: readonly string[]
  /** Each begins with what it is about. */
  rows: readonly (readonly string[])[]
  /** The picture. */
  children: ReactNode
}

/** A picture for the eyes, and beside it its figures in words and numbers for everybody. */
export const Figure = ({ heads, rows, children }: Props) => (
  <div className={styles.picture}>
    <div aria-hidden="true">{children}</div>
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
              <td key={at}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
