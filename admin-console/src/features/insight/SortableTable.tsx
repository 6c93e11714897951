import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { type ReactNode, useState } from 'react'
import styles from './Insight.module.css'

interface SortableColumn<Row> {
  label: string
  /** What it is sorted by; rows without come last. The first click begins with the largest. Words are not sorted. */
  by?: (row: Row) => number | null
  show: (row: Row) => ReactNode
}

interface Props<Row> {
  /** What the rows are, as a screen reader tells it. */
  label: string
  rows: readonly Row[]
  /** The name of a row, which leads it. */
  head: string
  name: (row: Row) => ReactNode
  columns: readonly SortableColumn<Row>[]
}

/** A table of all rows at once, in the order in which they came until a column is chosen. */
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
  /** Null where the rows are sorted by something else. */
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
