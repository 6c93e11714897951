import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { formatCount } from '../lib/format.ts'
import styles from './ResultList.module.css'

/** Rows in one answer of a dry run, and as many of what failed are shown at a time. */
export const RESULTS = 50

interface Props {
  /** Where a row has its page. */
  to?: ((id: string) => string) | undefined
  rows: { id: string; label?: string | null | undefined; message: string | null }[]
  from: number
  total: number
  onTurn: (from: number) => void
}

/** Rows of a bulk job by their names, a page of them at a time, each with what is to be said of it. */
export function ResultList({ rows, from, total, onTurn, to }: Props) {
  return (
    <>
      <ul className={styles.list}>
        {rows.map(({ id, label, message }) => (
          <li key={id}>
            <span className={label ? '' : 'mono'}>{to ? <Link to={to(id)}>{label ?? id}</Link> : (label ?? id)}</span>
            {message && <span className={styles.why}>{message}</span>}
          </li>
        ))}
      </ul>
      {total > RESULTS && (
        <div className={styles.pager}>
          <Button size="small" disabled={from === 0} onClick={() => onTurn(Math.max(0, from - RESULTS))}>
            Previous
          </Button>
          <span>
            {formatCount(from + 1)}–{formatCount(Math.min(from + rows.length, total))} of {formatCount(total)}
          </span>
          <Button size="small" disabled={from + RESULTS >= total} onClick={() => onTurn(from + RESULTS)}>
            Next
          </Button>
        </div>
      )}
    </>
  )
}
