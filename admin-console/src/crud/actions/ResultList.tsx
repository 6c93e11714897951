import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { formatCount } from '../../lib/format.ts'
import styles from './ResultList.module.css'

/** Page size of dry-run results and of failed rows. */
export const RESULTS = 50

interface Props {
  /** Link to a row's page, if rows have one. */
  to?: ((id: string) => string) | undefined
  rows: { id: string; label?: string | null | undefined; message: string | null }[]
  from: number
  total: number
  onTurn: (from: number) => void
}

/** Paged rows of a bulk job by name, each with an optional message. */
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
      <Pager from={from} shown={rows.length} total={total} onTurn={onTurn} />
    </>
  )
}

/** Turns the pages of results. Hidden if they fit on one page. */
export const Pager = ({ from, shown, total, onTurn }: Pick<Props, 'from' | 'total' | 'onTurn'> & { shown: number }) =>
  total > RESULTS && (
    <div className={styles.pager}>
      <Button size="small" disabled={from === 0} onClick={() => onTurn(Math.max(0, from - RESULTS))}>
        Previous
      </Button>
      <span>
        {formatCount(from + 1)}–{formatCount(Math.min(from + shown, total))} of {formatCount(total)}
      </span>
      <Button size="small" disabled={from + RESULTS >= total} onClick={() => onTurn(from + RESULTS)}>
        Next
      </Button>
    </div>
  )
