import { Button } from '@flagyard/ui/Button'
import { formatCount } from '../lib/format.ts'
import styles from './SelectionBar.module.css'

interface Row {
  id: string
  message: string | null
}

/** Rows by their names, a page of them at a time, each with what is to be said of it. */
export function NamedRows({
  rows,
  from,
  total,
  size,
  onTurn,
}: {
  rows: Row[]
  from: number
  total: number
  size: number
  onTurn: (from: number) => void
}) {
  return (
    <>
      <ul className={styles.list}>
        {rows.map(({ id, message }) => (
          <li key={id}>
            <span className="mono">{id}</span>
            {message && <span className={styles.why}>{message}</span>}
          </li>
        ))}
      </ul>
      {total > size && (
        <div className={styles.pager}>
          <Button size="small" disabled={from === 0} onClick={() => onTurn(Math.max(0, from - size))}>
            Before
          </Button>
          <span>
            {formatCount(from + 1)}–{formatCount(Math.min(from + rows.length, total))} of {formatCount(total)}
          </span>
          <Button size="small" disabled={from + size >= total} onClick={() => onTurn(from + size)}>
            Next
          </Button>
        </div>
      )}
    </>
  )
}
