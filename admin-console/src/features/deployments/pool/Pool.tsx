import type { Drift, PoolOverview, RegionOutage } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { FailedLine } from '@flagyard/ui/Feedback'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { CallButton } from '../../../crud/actions/action-table.tsx'
import { LoadingOrError, useCall } from '../../../crud/calls.tsx'
import { RecordCard } from '../../../crud/record/RecordCards.tsx'
import { ScreenHeader } from '../../../crud/ScreenHeader.tsx'
import { cloudNames, formatAgo, formatMoment } from '../../../lib/format.ts'
import { sentenceOf } from '../../../lib/problem.ts'
import { CloudCard } from './CloudCard.tsx'
import { Groups } from './Groups.tsx'
import styles from './Pool.module.css'

const back = { to: consolePaths.listAlarms, label: 'Alarms' }

/** Pool status for on-call: outages and drift first, then each cloud, then reservations. */
export default function Pool() {
  const { data, error, refetch } = useCall('getPool', {}, { staleTime: 0, refetchInterval: 15_000 })
  const proofs = useCall('listCloudProofs')
  return (
    <>
      <ScreenHeader title="Pool" about={data ? about(data) : ' '} back={back} />
      {data ? (
        <div className={styles.page}>
          <Outages outages={data.outages} />
          {data.clouds
            .filter(({ regions, queue }) => regions.length > 0 || queue.queued > 0)
            .map((cloud) => (
              <CloudCard
                key={cloud.cloud}
                cloud={cloud}
                mayStop={data.allowed.includes('region_down')}
                proofs={proofs.data}
              />
            ))}
          {proofs.error && !proofs.data && (
            <FailedLine
              why={`Could not load the cloud proofs. ${sentenceOf(proofs.error)}`}
              onRetry={() => void proofs.refetch()}
            />
          )}
          <Groups mayReserve={data.allowed.includes('reserve')} />
          <Drifts drifts={data.drifts} />
        </div>
      ) : (
        <LoadingOrError what="the pool" error={error} retry={refetch} />
      )}
    </>
  )
}

function about({ clouds }: PoolOverview): string {
  const regions = clouds.flatMap((one) => one.regions)
  const sum = (of: (region: (typeof regions)[number]) => number) => regions.reduce((all, one) => all + of(one), 0)
  const free = sum(({ available, is_down }) => (is_down ? 0 : available))
  return `${free} of ${sum(({ total }) => total)} accounts are free`
}

const accountPath = {
  aws: consolePaths.awsAccount,
  azure: consolePaths.azureSubscription,
  gcp: consolePaths.gcpProject,
}

/** Detected differences between the database and the clouds, and how each was resolved, latest first. */
const Drifts = ({ drifts }: { drifts: Drift[] }) => (
  <RecordCard title="Drift">
    <p className={styles.calm}>
      Accounts, deployments and jobs are compared every minute. Unused accounts are checked every six hours, and their
      credentials every half hour.
    </p>
    {drifts.length === 0 ? (
      <p className={styles.calm}>No drift found.</p>
    ) : (
      <ul className={styles.rows}>
        {drifts.map(({ id, at, cloud, account_id, detail, done }) => (
          <li key={id}>
            <div className={styles.what}>
              <strong>{detail}</strong>
              <span>
                {done} · {formatMoment(at)}
              </span>
            </div>
            {account_id ? <Link to={accountPath[cloud](account_id)}>{account_id}</Link> : cloudNames[cloud]}
          </li>
        ))}
      </ul>
    )}
  </RecordCard>
)

/** Regions marked as down, in which no accounts are leased. */
function Outages({ outages }: { outages: RegionOutage[] }) {
  if (outages.length === 0) return null
  return (
    <section className={`${styles.card} ${styles.down}`} aria-label="Regions down">
      <h2 className={styles.title}>Regions down</h2>
      <ul className={styles.rows}>
        {outages.map(({ id, cloud, region, reason, started_at, started_by }) => (
          <li key={id}>
            <div className={styles.what}>
              <strong>
                {cloudNames[cloud]} {region}
              </strong>
              <span>
                {reason} · {started_by ?? 'a former administrator'}, {formatAgo(started_at)}
              </span>
            </div>
            <div className={styles.links}>
              <Button component={Link} to={consolePaths.listExamIncidents} size="small">
                Affected exams
              </Button>
              <CallButton
                operation="endRegionOutage"
                size="small"
                variant="contained"
                color="primary"
                call={(provider) => provider.call('endRegionOutage', { id })}
                successMessage={`${region} marked as up`}
              >
                Mark as up
              </CallButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
