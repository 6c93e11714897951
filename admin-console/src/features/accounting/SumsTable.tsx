import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { Quiet, RecordCard } from '../../crud/RecordCards.tsx'
import { formatMoney } from '../../lib/format.ts'
import styles from './MonthPage.module.css'

const columns = { sold: 'Sold', refunded: 'Paid back', gross: 'Left', net: 'Net', tax: 'Tax' } as const

interface Sums extends Record<keyof typeof columns, number> {
  name: string
  currency: string
  /** Text below the name. */
  about?: string
}

export const SumsTable = ({
  title,
  head,
  rows,
  empty,
}: {
  title: string
  head: string
  rows: readonly Sums[]
  empty: string
}) => (
  <RecordCard title={title}>
    {rows.length === 0 ? (
      <Quiet>{empty}</Quiet>
    ) : (
      <ScrollRegion label={`Table of ${title.toLowerCase()}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {Object.entries(columns).map(([key, label]) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.currency} ${row.name}`}>
                <th scope="row">
                  {row.name}
                  {row.about && <span className={styles.about}>{row.about}</span>}
                </th>
                {(Object.keys(columns) as (keyof typeof columns)[]).map((key) => (
                  <td key={key}>{formatMoney({ amount: row[key], currency: row.currency })}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    )}
  </RecordCard>
)
