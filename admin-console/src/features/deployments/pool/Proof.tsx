import type { CloudProof } from '@flagyard/api-types'
import { formatCount, formatMoment } from '../../../lib/format.ts'
import styles from './Pool.module.css'

/** Latest end-to-end proof of this cloud, from lease to clean-up receipt, in an account of the operator. */
export function Proof({ proof }: { proof: CloudProof | undefined }) {
  if (!proof)
    return (
      <p className={styles.calm}>
        Never proved: nobody has seen a lab built and emptied here. <code>npm run cloud-proof</code> does it.
      </p>
    )
  const { at, account_id, lab, module, module_version, program, removed, residue } = proof
  return (
    <details className={styles.proof}>
      <summary>Proved on {formatMoment(at)}</summary>
      <p>
        <span className="mono">{lab}</span> was built in <span className="mono">{account_id}</span> by {program} from{' '}
        {module} {module_version}, solved by its script, and emptied: {formatCount(removed.count)} removed,{' '}
        {formatCount(residue.count)} may stay, found empty twice.
      </p>
      <ul className={styles.facts}>
        {removed.first.map(({ type, name }) => (
          <li key={`${type} ${name}`}>
            {type} <span className="mono">{name}</span>
          </li>
        ))}
        {removed.count > removed.first.length && <li>and {formatCount(removed.count - removed.first.length)} more</li>}
      </ul>
    </details>
  )
}
