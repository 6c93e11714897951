import type { CloudAccount, CloudAccountMoment } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/links'
import { Spinner } from '@flagyard/ui/Spinner'
import { TextField } from '@mui/material'
import { Link, useSearchParams } from 'react-router-dom'
import { Unread, useCall } from '../../crud/calls.tsx'
import { formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { useReadsHolders } from '../../lib/useCapabilities.ts'
import styles from './CloudAccountShow.module.css'
import { HolderEntry } from './HolderEntry.tsx'

export function HoldersCard({ account }: { account: CloudAccount }) {
  if (!useReadsHolders()) return null
  return (
    <section className={styles.card} aria-label="Who had it">
      <h2 className={styles.title}>Who had it</h2>
      <HolderAt account={account} />
      <Holders account={account} />
    </section>
  )
}

function Holders({ account: { id, uuid } }: { account: CloudAccount }) {
  const { data, error, refetch } = useCall('listCloudAccountHolders', { id: uuid }, { refetchInterval: 10_000 })
  if (!data) return <Unread what="who had it" error={error} retry={refetch} />
  if (data.length === 0) return <p className="muted small">Nobody had it yet.</p>
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
        All deployments in it
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
        label="Who had it at"
        value={at ? minute : ''}
        onChange={(event) => setSearch(event.target.value ? { at: event.target.value } : {}, { replace: true })}
        helperText="In the time zone of this browser."
        slotProps={{ inputLabel: { shrink: true } }}
      />
      {at && <Answer id={account.uuid} at={at} />}
    </div>
  )
}

function Answer({ id, at }: { id: string; at: string }) {
  const { data, error } = useCall('findCloudAccountHolder', { id, at })
  if (error) return <p role="alert">{sentenceOf(error)}</p>
  if (!data) return <Spinner label="Looking it up" />
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
    ? `Nothing is known of ${formatMoment(at)}: its history begins later.`
    : `Nobody had it on ${formatMoment(at)}: it was ${status}.`
