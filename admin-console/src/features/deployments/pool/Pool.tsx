import type { PoolOverview } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Failed, FailedLine } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { useCall } from '../../../crud/calls.tsx'
import { ScreenHeader } from '../../../crud/RecordPage.tsx'
import { sentenceOf } from '../../../lib/problem.ts'
import { CloudCard } from './CloudCard.tsx'
import { Drifts } from './Drifts.tsx'
import { Groups } from './Groups.tsx'
import { Outages } from './Outages.tsx'
import styles from './Pool.module.css'

const back = { to: consolePaths.listAlarms, label: 'Alarms' }

/** Pool status for on-call: outages and drift first, then each cloud, then reservations. */
export default function Pool() {
  const { data, error, refetch } = useCall('getPool', {}, { staleTime: 0, refetchInterval: 15_000 })
  const proofs = useCall('listCloudProofs')
  return (
    <>
      <ScreenHeader title="Pool" about={data ? about(data) : ' '} back={back} />
      {error && !data ? (
        <Failed what="the pool" why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
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
              why={`Whether the clouds were proved could not be read. ${sentenceOf(proofs.error)}`}
              onRetry={() => void proofs.refetch()}
            />
          )}
          <Groups mayReserve={data.allowed.includes('reserve')} />
          <Drifts drifts={data.drifts} />
        </div>
      ) : (
        <Spinner label="Loading the pool" />
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
