import type { Deployment } from '@flagyard/api-types'
import { useState } from 'react'
import { toasts } from '../../shell/toasts.ts'
import { accountWords } from '../deployments/words.ts'
import styles from './LabPanel.module.css'

/** The keys to a lab's account and what its building gave out. Kept off recordings of errors. */
export function Credentials({ deployment }: { deployment: Deployment }) {
  const plain = (label: string, value: string) => ({ label, value, secret: false })
  const rows = [
    ...(deployment.account_id ? [plain('Account', accountWords(deployment.account_id))] : []),
    ...deployment.credentials,
    ...(deployment.region ? [plain('Region', deployment.region)] : []),
    ...Object.entries(deployment.outputs).map(([name, value]) => plain(name, value)),
  ]
  return (
    <div className={styles.table} data-sentry-block>
      <dl>
        {rows.map((row) => (
          <Row key={row.label} {...row} />
        ))}
      </dl>
    </div>
  )
}

function Row({ label, value, secret }: { label: string; value: string; secret: boolean }) {
  const [shown, setShown] = useState(!secret)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toasts.show({ type: 'success', content: `${label} copied.` })
    } catch {
      setShown(true)
      toasts.show({ type: 'info', content: 'Your browser does not let us copy. Select it and copy it yourself.' })
    }
  }
  return (
    <div className={styles.pair}>
      <dt>{label}</dt>
      <dd className="mono">
        {shown ? (
          value
        ) : (
          <>
            <span aria-hidden="true">••••••••••••</span>
            <span className="visually-hidden">hidden</span>
          </>
        )}
      </dd>
      <dd className={styles.buttons}>
        {secret && (
          <button type="button" onClick={() => setShown(!shown)} aria-label={`${shown ? 'Hide' : 'Show'} ${label}`}>
            {shown ? 'Hide' : 'Show'}
          </button>
        )}
        <button type="button" onClick={() => void copy()} aria-label={`Copy ${label}`}>
          Copy
        </button>
      </dd>
    </div>
  )
}
