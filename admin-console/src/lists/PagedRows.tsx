import type { Page } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Spinner } from '@flagyard/ui/Spinner'
import { Empty, Failed } from '@flagyard/ui/States'
import { useMediaQuery } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { countOf } from '../lib/format.ts'
import { sentenceOf } from '../lib/problem.ts'
import { useCall } from '../lib/useCall.ts'
import type { Api } from '../providers/api.ts'
import styles from './PagedRows.module.css'

type Row<C extends keyof Api> = Awaited<ReturnType<Api[C]>> extends Page<infer R> ? R : never
type ListCall = { [C in keyof Api]: Row<C> extends never ? never : C }[keyof Api]

export interface Column<R> {
  label: string
  show: (row: R) => ReactNode
  /** Long words: they may break over lines. */
  wraps?: true
}

interface Props<C extends ListCall> {
  /** A list call of the contract, and what it is asked besides the page. */
  call: C
  input: Omit<NonNullable<Parameters<Api[C]>[0]>, 'range' | 'sort'>
  of: [one: string, many: string]
  /** The first names the row. */
  columns: [Column<Row<C>>, ...Column<Row<C>>[]]
  /** What to say when there is none. */
  empty: string
  /** What stands above the rows: an action on all of them. */
  children?: ReactNode
}

const PER_PAGE = 25

/** The rows of one call, a page at a time: a table, and on a phone a list of cards. */
export function PagedRows<C extends ListCall>({ call, input, of, columns, empty, children }: Props<C>) {
  const [page, setPage] = useState(0)
  const range = JSON.stringify([page * PER_PAGE, (page + 1) * PER_PAGE - 1])
  const { data, error, refetch } = useCall(call, { ...input, range } as Parameters<Api[C]>[0])
  const wide = useMediaQuery('(min-width: 700px)')
  if (error && !data) return <Failed what={`the ${of[1]}`} why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner label={`Loading the ${of[1]}`} />
  const { data: rows, total, estimated } = data as unknown as Page<Row<C> & { id: string }>
  if (rows.length === 0 && page === 0) return <Empty title={`No ${of[1]} yet`}>{empty}</Empty>
  const last = Math.max(0, Math.ceil(total / PER_PAGE) - 1)
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <p className={styles.count}>{`${estimated ? 'About ' : ''}${countOf(total, ...of)}`}</p>
        {children}
      </div>
      {wide ? <Table columns={columns} rows={rows} label={of[1]} /> : <CardList columns={columns} rows={rows} />}
      {last > 0 && (
        <nav className={styles.pages} aria-label="Pages">
          <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <span className={styles.count}>{`Page ${page + 1} of ${last + 1}`}</span>
          <Button size="small" disabled={page >= last} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </nav>
      )}
    </div>
  )
}

interface Rows<R> {
  columns: Column<R>[]
  rows: (R & { id: string })[]
}

function Table<R>({ columns, rows, label }: Rows<R> & { label: string }) {
  return (
    // A wide table scrolls by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: axe asks for it of whatever scrolls (scrollable-region-focusable).
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.label} className={column.wraps && styles.wraps}>
                  {column.show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function CardList<R>({ columns: [head, ...more], rows }: Rows<R>) {
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.id} className={styles.card}>
          <div className={styles.cardHead}>{head?.show(row)}</div>
          <dl className={styles.facts}>
            {more.map((column) => (
              <div key={column.label}>
                <dt>{column.label}</dt>
                <dd>{column.show(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
