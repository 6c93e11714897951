import type { Deployment } from '@flagyard/api-types'
import { Button, buttonClass } from '@flagyard/ui/Button'
import { Chip } from '@flagyard/ui/Chip'
import { accountNames } from '@flagyard/ui/format'
import { type ComponentProps, type ReactNode, useState } from 'react'
import * as t from '../../messages/en/lab-work.ts'
import { copyText } from '../../shell/CopyButton.tsx'
import { deploymentChip, formatAccountId } from '../deployments/Stages.tsx'
import styles from './lab-work.module.css'
import type { LabAction, LabHandle } from './useLab.ts'

interface LabButtonProps extends ComponentProps<typeof Button> {
  handle: LabHandle
  action: LabAction
}

export const LabButton = ({ handle, action, ...button }: LabButtonProps) => (
  <Button {...button} busy={handle.pendingAction === action} onClick={() => void handle.runAction(action)} />
)

interface PanelProps {
  title: string
  deployment: Pick<Deployment, 'state' | 'reason'> | null
  children: ReactNode
}

export function EnvironmentPanel({ title, deployment, children }: PanelProps) {
  const state = deploymentChip(deployment)
  return (
    <section className={styles.panel}>
      <div className="row between">
        <h2 className={styles.title}>{title}</h2>
        <Chip tone={state.tone}>{state.label}</Chip>
      </div>
      {children}
    </section>
  )
}

interface AccessProps {
  deployment: Accessible & Pick<Deployment, 'console_url'>
  children?: ReactNode
}

export function EnvironmentAccess({ deployment, children }: AccessProps) {
  return (
    <>
      <div className={styles.actions}>
        {deployment.console_url && (
          <a
            className={buttonClass({ variant: 'primary', size: 'small' })}
            href={deployment.console_url}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t.openConsole({ hidden: (children) => <span className="visually-hidden">{children}</span> })}
          </a>
        )}
        {children}
      </div>
      <Credentials deployment={deployment} />
    </>
  )
}

interface Fact {
  label: string
  value: string
  secret: boolean
}

/** Fields of a deployment that give access to its account. */
type Accessible = Pick<Deployment, 'cloud' | 'account_id' | 'credentials' | 'region' | 'outputs'>

/** Credentials of an account and outputs of its deployment. Excluded from session recordings. */
function Credentials({ deployment }: { deployment: Accessible }) {
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
          <Copy text={variables.map(exportLine).join('\n')} label={t.copyKeys} done={t.keysCopied}>
            {t.copyKeys}
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
    ...(region ? [plain(t.region, region)] : []),
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
            <span className="visually-hidden">{t.hidden}</span>
          </>
        )}
      </dd>
      <dd className={styles.buttons}>
        {secret && (
          <button
            type="button"
            onClick={() => setShown(!shown)}
            aria-label={shown ? t.hideValue({ label }) : t.showValue({ label })}
          >
            {shown ? t.hide : t.show}
          </button>
        )}
        <Copy
          text={value}
          label={t.copyValue({ label })}
          done={t.valueCopied({ label })}
          onRefused={() => setShown(true)}
        >
          {t.copy}
        </Copy>
      </dd>
    </div>
  )
}

interface CopyProps {
  text: string
  /** Name of the button and confirmation, for screen readers. */
  label: string
  done: string
  children: string
  onRefused?: () => void
}

/** Confirms the copy in place, because a toast would cover the clock. */
function Copy({ text, label, done, children, onRefused }: CopyProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (await copyText(text)) setCopied(true)
    else onRefused?.()
  }
  return (
    <>
      <button type="button" onClick={() => void copy()} onBlur={() => setCopied(false)} aria-label={label}>
        {copied ? t.copied : children}
      </button>
      <span className="visually-hidden" role="status">
        {copied && done}
      </span>
    </>
  )
}

const ACRONYMS = new Set(['api', 'arn', 'dns', 'ec2', 'iam', 'id', 'ip', 'kms', 's3', 'sql', 'url', 'vm', 'vpc'])

/** Label of a lab's output: `lab_user_arn` → `Lab user ARN`. */
function outputLabel(name: string): string {
  const words = name.split('_').map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface ShellVariable {
  name: string
  value: string
  secret: boolean
}

type Source = Pick<Deployment, 'cloud' | 'account_id' | 'credentials' | 'region'>

/** Environment variables for a credential, by its label in snake case. */
const named: Record<Deployment['cloud'], Record<string, string[]>> = {
  aws: {
    access_key_id: ['AWS_ACCESS_KEY_ID'],
    secret_access_key: ['AWS_SECRET_ACCESS_KEY'],
    session_token: ['AWS_SESSION_TOKEN'],
  },
  azure: {
    client_id: ['AZURE_CLIENT_ID', 'ARM_CLIENT_ID'],
    client_secret: ['AZURE_CLIENT_SECRET', 'ARM_CLIENT_SECRET'],
    tenant_id: ['AZURE_TENANT_ID', 'ARM_TENANT_ID'],
  },
  gcp: { access_token: ['CLOUDSDK_AUTH_ACCESS_TOKEN', 'GOOGLE_OAUTH_ACCESS_TOKEN'] },
}

/** Non-secret environment variables for the account and region. */
const places: Record<Deployment['cloud'], { account: string[]; region: string[] }> = {
  aws: { account: [], region: ['AWS_DEFAULT_REGION'] },
  azure: { account: ['AZURE_SUBSCRIPTION_ID', 'ARM_SUBSCRIPTION_ID'], region: ['AZURE_DEFAULTS_LOCATION'] },
  gcp: { account: ['CLOUDSDK_CORE_PROJECT', 'GOOGLE_CLOUD_PROJECT'], region: ['CLOUDSDK_COMPUTE_REGION'] },
}

/** Environment variables that configure the provider's command-line tool with the lab's keys; empty for a lab without keys. */
function shellVariables({ cloud, account_id, credentials, region }: Source): ShellVariable[] {
  const keys = credentials.flatMap(({ label, value, secret }) =>
    (named[cloud][label.toLowerCase().replaceAll(' ', '_')] ?? []).map((name) => ({ name, value, secret })),
  )
  if (!keys.some(({ secret }) => secret)) return []
  const plain = (names: string[], value: string | null) =>
    value ? names.map((name) => ({ name, value, secret: false })) : []
  return [...keys, ...plain(places[cloud].account, account_id), ...plain(places[cloud].region, region)]
}

const exportLine = ({ name, value }: ShellVariable) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`

/** The same line for display, with secrets masked. */
const shownLine = (variable: ShellVariable) =>
  variable.secret ? `export ${variable.name}='••••••••'` : exportLine(variable)
