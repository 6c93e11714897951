import type { CloudAccount } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/links'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { Link } from 'react-router-dom'
import { useCall } from '../../crud/calls.tsx'
import { sentenceOf } from '../../lib/problem.ts'
import { useReadsHolders } from '../../lib/useCapabilities.ts'
import styles from './CloudAccountShow.module.css'
import { HolderAt } from './HolderAt.tsx'
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
  if (!data)
    return error ? (
      <Failed what="who had it" why={sentenceOf(error)} onRetry={() => void refetch()} />
    ) : (
      <Spinner label="Loading who had it" />
    )
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
