import type { CleanUp, NukeReceipt, ReceiptTrace } from '@flagyard/api-types'
import { formatCount, formatMoment } from '../../lib/format.ts'
import styles from './CloudAccountShow.module.css'

const passNames: Record<number, string> = { 0: 'looked at as it came in', 1: 'first pass' }

/** Receipt of a clean-up pass: removed and remaining resources. */
export const Receipt = ({ receipt }: { receipt: NukeReceipt & Partial<Pick<CleanUp, 'cause'>> }) => (
  <details className={styles.receipt}>
    <summary>
      {formatMoment(receipt.at)} · {passNames[receipt.pass] ?? 'second pass'}: {formatCount(receipt.removed.count)}{' '}
      removed, {receipt.left.count === 0 ? 'empty' : `${formatCount(receipt.left.count)} left`}
    </summary>
    {receipt.cause && <p className={styles.error}>{receipt.cause}</p>}
    <Resources title="Removed" sum={receipt.removed} />
    <Resources title="Left, though it must go" sum={receipt.left} />
    <Resources title="May stay" sum={receipt.residue} />
    <Traces traces={receipt.traces} />
  </details>
)

function Resources({ title, sum: { count, first } }: { title: string; sum: NukeReceipt['left'] }) {
  if (count === 0) return null
  return (
    <div>
      <h3 className={styles.small}>{title}</h3>
      <ul className={styles.resources}>
        {first.map(({ type, name }) => (
          <li key={`${type} ${name}`}>
            {type} <span className="mono">{name}</span>
          </li>
        ))}
        {count > first.length && <li>and {formatCount(count - first.length)} more</li>}
      </ul>
    </div>
  )
}

const results: Record<ReceiptTrace['result'], string> = {
  denied: 'denied',
  empty: 'nothing there',
  visible: 'readable',
  not_checked: 'not checked',
}

/** Traces of earlier holders in the cloud, and whether the next holder can read them. */
function Traces({ traces }: { traces: ReceiptTrace[] }) {
  if (traces.length === 0) return null
  return (
    <div>
      <h3 className={styles.small}>What the next holder could read about earlier holders</h3>
      <ul className={styles.resources}>
        {traces.map(({ what, rights, result, names }) => (
          <li key={what}>
            {what} (<span className="mono">{rights.join(', ')}</span>):{' '}
            {result === 'visible' ? <strong>{results[result]}</strong> : results[result]}
            {names.length > 0 && (
              <>
                {' · '}
                <span className="mono">{names.join(', ')}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
