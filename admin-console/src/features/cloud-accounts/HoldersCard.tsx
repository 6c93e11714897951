import type {
  CleanUp,
  CloudAccount,
  CloudAccountHolder,
  CloudAccountMoment,
  NukeReceipt,
  ReceiptTrace,
} from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/console-links'
import { Spinner } from '@flagyard/ui/Spinner'
import { TextField } from '@mui/material'
import { Link, useSearchParams } from 'react-router-dom'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { RecordCard } from '../../crud/record/RecordCards.tsx'
import { formatCount, formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { useReadsHolders } from '../../lib/useCapabilities.ts'
import styles from './CloudAccountShow.module.css'

export function HoldersCard({ account }: { account: CloudAccount }) {
  if (!useReadsHolders()) return null
  return (
    <RecordCard title="Holders">
      <HolderAt account={account} />
      <Holders account={account} />
    </RecordCard>
  )
}

function Holders({ account: { id, uuid } }: { account: CloudAccount }) {
  const { data, error, refetch } = useCall('listCloudAccountHolders', { id: uuid }, { refetchInterval: 10_000 })
  if (!data) return <LoadingOrError what="the holders" error={error} retry={refetch} />
  if (data.length === 0) return <p className="muted small">No holders yet.</p>
  return (
    <>
      <ol className={styles.holders}>
        {data.map((holder) => (
          <li key={holder.deployment_id}>
            <HolderEntry holder={holder} />
          </li>
        ))}
      </ol>
      <Link className="small" to={filteredList('listDeployments', { account_id: id })}>
        All deployments in this account
      </Link>
    </>
  )
}

/** Finds the holder at a given minute, for abuse notices from a provider. The minute is in the address, so that the result can be shared. */
function HolderAt({ account }: { account: CloudAccount }) {
  const [search, setSearch] = useSearchParams()
  const minute = search.get('at') ?? ''
  const moment = Date.parse(minute)
  const at = Number.isNaN(moment) ? undefined : new Date(moment).toISOString()
  return (
    <div className={styles.holders}>
      <TextField
        type="datetime-local"
        size="small"
        label="Holder at"
        value={at ? minute : ''}
        onChange={(event) => setSearch(event.target.value ? { at: event.target.value } : {}, { replace: true })}
        helperText="In your browser’s time zone"
        slotProps={{ inputLabel: { shrink: true } }}
      />
      {at && <Answer id={account.uuid} at={at} />}
    </div>
  )
}

function Answer({ id, at }: { id: string; at: string }) {
  const { data, error } = useCall('findCloudAccountHolder', { id, at })
  if (error) return <p role="alert">{sentenceOf(error)}</p>
  if (!data) return <Spinner label="Loading the holder…" />
  const { holder, before, after } = data
  if (holder)
    return (
      <div role="status">
        <HolderEntry holder={holder} />
      </div>
    )
  return (
    <div role="status">
      <p>{nobodySentence(data)}</p>
      {before && (
        <>
          <span className={styles.when}>Before</span>
          <HolderEntry holder={before} />
        </>
      )}
      {after && (
        <>
          <span className={styles.when}>Afterwards</span>
          <HolderEntry holder={after} />
        </>
      )}
    </div>
  )
}

const nobodySentence = ({ at, status }: CloudAccountMoment) =>
  status === null
    ? `Unknown for ${formatMoment(at)}: the history starts later.`
    : `No holder on ${formatMoment(at)}: the account was ${status}.`

const passNames: Record<number, string> = { 0: 'initial check', 1: 'first pass' }

/** Receipt of a clean-up pass: removed and remaining resources. */
export const Receipt = ({ receipt }: { receipt: NukeReceipt & Partial<Pick<CleanUp, 'cause'>> }) => (
  <details className={styles.receipt}>
    <summary>
      {formatMoment(receipt.at)} · {passNames[receipt.pass] ?? 'second pass'}: {formatCount(receipt.removed.count)}{' '}
      removed, {receipt.left.count === 0 ? 'empty' : `${formatCount(receipt.left.count)} remaining`}
    </summary>
    {receipt.cause && <p className={styles.error}>{receipt.cause}</p>}
    <Resources title="Removed" sum={receipt.removed} />
    <Resources title="Remaining, must be removed" sum={receipt.left} />
    <Resources title="Accepted" sum={receipt.residue} />
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
      <h3 className={styles.small}>Traces of earlier holders that the next holder could read</h3>
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

interface Props {
  holder: CloudAccountHolder
  /** True on the page of this deployment. */
  isHere?: boolean
}

/** One holder of an account: purpose, period, and the clean-ups before and after. */
export const HolderEntry = ({ holder, isHere = false }: Props) => {
  const { deployment_id, username, lab, exam, from, until, before, after } = holder
  const what = lab ?? exam ?? 'a test run'
  return (
    <>
      <span>
        <PersonLink username={username} />
        {' · '}
        {isHere ? (
          what
        ) : (
          <ResourceLink resource="deployments" id={deployment_id}>
            {what}
          </ResourceLink>
        )}
      </span>
      <span className={styles.when}>
        {formatMoment(from)} – {until ? formatMoment(until) : 'now'}
      </span>
      {before && (
        <div>
          <span className={styles.when}>Clean-up before</span>
          <Receipt receipt={before} />
        </div>
      )}
      {after && (
        <div>
          <span className={styles.when}>Clean-up after</span>
          <Receipt receipt={after} />
        </div>
      )}
    </>
  )
}
