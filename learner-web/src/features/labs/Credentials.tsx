import type { Deployment } from '@flagyard/api-types'
import { classNames } from '@flagyard/ui/class-names'
import { useState } from 'react'
import { toasts } from '../../shell/toasts.ts'
import { formatAccountId } from '../deployments/labels.ts'
import styles from './LabPanel.module.css'

interface Fact {
  label: string
  value: string
  secret: boolean
}

/** The credentials of the lab's account and the outputs of its deployment. Recordings of errors leave them out. */
export function Credentials({ deployment }: { deployment: Deployment }) {
  const rows = listFacts(deployment)
  if (rows.length === 0) return null
  return (
    <dl className={styles.table} data-sentry-block>
      {rows.map((row) => (
        <Row key={row.label} {...row} />
      ))}
    </dl>
  )
}

/** Each fact once: the outputs of a lab often repeat its account and region. */
function listFacts({ account_id, credentials, region, outputs }: Deployment): Fact[] {
  const plain = (label: string, value: string) => ({ label, value, secret: false })
  const all = [
    ...(account_id ? [plain('Account', formatAccountId(account_id))] : []),
    ...credentials,
    ...(region ? [plain('Region', region)] : []),
    ...Object.entries(outputs).map(([name, value]) => plain(name.replaceAll('_', ' '), value)),
  ]
  const seen = new Set<string>()
  return all.filter(({ label, value }) => {
    const bare = value.replaceAll(' ', '')
    if (seen.has(bare) || seen.has(label)) return false
    seen.add(bare).add(label)
    return true
  })
}

const LONG_TEXT = 18

function Row({ label, value, secret }: Fact) {
  const [shown, setShown] = useState(!secret)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toasts.show({ type: 'success', content: `${label} copied.` })
    } catch {
      setShown(true)
      toasts.show({
        type: 'info',
        content: 'Your browser did not let us copy. Please select the text and copy it yourself.',
      })
    }
  }
  return (
    <div className={classNames(styles.pair, (value.length > LONG_TEXT || label.length > LONG_TEXT) && styles.long)}>
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
