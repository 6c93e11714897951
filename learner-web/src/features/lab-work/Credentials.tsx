import type { Deployment } from '@flagyard/api-types'
import { accountNames } from '@flagyard/ui/format'
import { useState } from 'react'
import { toasts } from '../../shell/toasts.ts'
import { formatAccountId } from '../deployments/labels.ts'
import styles from './LabPanel.module.css'
import { outputLabel } from './output-label.ts'
import { exportLine, shellVariables, shownLine } from './terminal-commands.ts'

interface Fact {
  label: string
  value: string
  secret: boolean
}

/** Fields of a deployment that give access to its account. */
export type Accessible = Pick<Deployment, 'cloud' | 'account_id' | 'credentials' | 'region' | 'outputs'>

/** Credentials of an account and outputs of its deployment. Excluded from session recordings. */
export function Credentials({ deployment }: { deployment: Accessible }) {
  const rows = listFacts(deployment)
  const variables = shellVariables(deployment)
  if (rows.length === 0) return null
  return (
    <div className={styles.table} data-sentry-block>
      <dl className={styles.facts}>
        {rows.map((row) => (
          <Row key={row.label} {...row} />
        ))}
      </dl>
      {variables.length > 0 && (
        <div className={styles.commands}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
          <pre className={styles.lines} tabIndex={0}>
            {variables.map(shownLine).join('\n')}
          </pre>
          <Copy text={variables.map(exportLine).join('\n')} name="the keys for your terminal">
            Copy the keys for your terminal
          </Copy>
        </div>
      )}
    </div>
  )
}

/** Removes duplicates: a lab's outputs often repeat its account and region. */
function listFacts({ cloud, account_id, credentials, region, outputs }: Accessible): Fact[] {
  const plain = (label: string, value: string) => ({ label, value, secret: false })
  const all = [
    ...(account_id ? [plain(accountNames[cloud], formatAccountId(account_id))] : []),
    ...credentials,
    ...(region ? [plain('Region', region)] : []),
    ...Object.entries(outputs).map(([name, value]) => plain(outputLabel(name), value)),
  ]
  const seen = new Set<string>()
  return all.filter(({ label, value }) => {
    const bare = value.replaceAll(' ', '')
    if (seen.has(bare) || seen.has(label)) return false
    seen.add(bare).add(label)
    return true
  })
}

function Row({ label, value, secret }: Fact) {
  const [shown, setShown] = useState(!secret)
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
        <Copy text={value} name={label} onRefused={() => setShown(true)}>
          Copy
        </Copy>
      </dd>
    </div>
  )
}

interface CopyProps {
  text: string
  /** Name of the copied value, for screen readers. */
  name: string
  children: string
  onRefused?: () => void
}

/** Confirms the copy in place, because a toast would cover the clock. */
function Copy({ text, name, children, onRefused }: CopyProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      onRefused?.()
      toasts.show({
        type: 'info',
        content: 'Your browser did not let us copy. Please select the text and copy it yourself.',
      })
    }
  }
  return (
    <>
      <button type="button" onClick={() => void copy()} onBlur={() => setCopied(false)} aria-label={`Copy ${name}`}>
        {copied ? 'Copied' : children}
      </button>
      <span className="visually-hidden" role="status">
        {copied && `${name} copied`}
      </span>
    </>
  )
}
