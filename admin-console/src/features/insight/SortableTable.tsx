import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { type ReactNode, useState } from 'react'
import styles from './Insight.module.css'

interface SortableColumn<Row> {
  label: string
  /** Sort key; rows with null come last. The first click sorts in descending order. Absent for text columns. */
  by?: (row: Row) => number | null
  show: (row: Row) => ReactNode
}

interface Props<Row> {
  /** Accessible name of the table. */
  label: string
  rows: readonly Row[]
  /** Header of the first column, which contains the row's name. */
  head: string
  name: (row: Row) => ReactNode
  columns: readonly SortableColumn<Row>[]
}

/** A table of all rows, without paging. The initial order is that of the data. */
export function SortableTable<Row extends { id: string }>({ label, rows, head, name, columns }: Props<Row>) {
  const [sort, setSort] = useState<{ at: number; descending: boolean } | null>(null)
  const by = sort && columns[sort.at]?.by
  const shown = by ? sortedBy(rows, by, sort.descending) : rows
  return (
    <ScrollRegion label={`${label}, line by line`} className={styles.region}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map(({ label, by }, at) =>
              by ? (
                <SortHead
                  key={label}
                  label={label}
                  descending={sort?.at === at ? sort.descending : null}
                  onSort={(descending) => setSort({ at, descending })}
                />
              ) : (
                <th key={label} scope="col">
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              <th scope="row">{name(row)}</th>
              {columns.map((column) => (
                <td key={column.label}>{column.show(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

interface SortHeadProps {
  label: string
  /** Null if another column is sorted. */
  descending: boolean | null
  onSort: (descending: boolean) => void
}

const SortHead = ({ label, descending, onSort }: SortHeadProps) => (
  <th scope="col" aria-sort={descending === null ? 'none' : descending ? 'descending' : 'ascending'}>
    <button type="button" className={styles.sort} onClick={() => onSort(!descending)}>
      {label}
      {descending !== null && <span aria-hidden="true">{descending ? ' ↓' : ' ↑'}</span>}
    </button>
  </th>
)

function sortedBy<Row>(rows: readonly Row[], by: (row: Row) => number | null, descending: boolean): Row[] {
  const sign = descending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [by(a), by(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (left - right)
  })
}
