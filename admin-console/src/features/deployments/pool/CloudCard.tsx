import type { CloudProof, PoolOverview, PoolRegion } from '@flagyard/api-types'
import { DEFAULT_CURRENCY } from '@flagyard/api-types/contract/money'
import { filteredList } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from 'react-router-dom'
import { cloudNames, countOf, formatAgo, formatMicros } from '../../../lib/format.ts'
import { Forecast } from './Forecast.tsx'
import styles from './Pool.module.css'
import { Proof } from './Proof.tsx'
import { RegionDown } from './RegionDown.tsx'

type Cloud = PoolOverview['clouds'][number]
const lists = { aws: 'listAwsAccounts', azure: 'listAzureSubscriptions', gcp: 'listGcpProjects' } as const

export const CloudCard = ({
  cloud: { cloud, queue, regions, forecast },
  mayStop,
  proofs,
}: {
  cloud: Cloud
  mayStop: boolean
  /** Undefined while loading. */
  proofs: CloudProof[] | undefined
}) => (
  <section className={styles.card} aria-label={cloudNames[cloud]}>
    <div className={styles.head}>
      <h2 className={styles.title}>{cloudNames[cloud]}</h2>
      <p className={styles.calm}>{sayQueue(queue)}</p>
    </div>
    {regions.map((region) => (
      <section key={region.region} className={styles.region} aria-label={region.region}>
        <div className={styles.head}>
          <h3 className={styles.small}>
            <Link to={filteredList(lists[cloud], { region: region.region })}>{region.region}</Link>{' '}
            {region.is_down && <Chip tone="bad">Down</Chip>}
          </h3>
          {mayStop && !region.is_down && <RegionDown cloud={cloud} region={region.region} />}
        </div>
        <dl className={styles.figures}>
          {figuresOf(region).map(([name, figure]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
    <Forecast hours={forecast} />
    {proofs && <Proof proof={proofs.find((one) => one.cloud === cloud)} />}
  </section>
)

const figuresOf = (region: PoolRegion): [string, string | number][] => [
  ['Free', `${region.available} of ${region.total}`],
  ['Being built', region.leased],
  ['In use', region.running],
  ['Being cleaned', region.cleaning],
  ['Held', region.held],
  ['Quarantined', sayQuarantine(region)],
  ['Not verified', region.pending],
  ['Back after (half, 95%)', sayTurnaround(region)],
  ['Cost an hour', sayCost(region)],
]

function sayQueue({ queued, waits_for, oldest_at, estimate_seconds }: Cloud['queue']): string {
  if (queued === 0) return 'Nothing waits'
  const kept = waits_for.bookings ? `, ${waits_for.bookings} of them because free accounts are reserved` : ''
  const wait =
    estimate_seconds === null
      ? 'no account becomes free by itself'
      : `about ${formatSpan(estimate_seconds)} for the next`
  return `${countOf(queued, 'lab or exam waits', 'labs or exams wait')}${kept}, the first ${formatAgo(oldest_at)} · ${wait}`
}

const sayQuarantine = ({ quarantined, total }: PoolRegion) =>
  quarantined === 0 ? '0' : `${quarantined} (${Math.round((100 * quarantined) / total)}%)`

const sayTurnaround = ({ turnaround }: PoolRegion) =>
  turnaround ? `${formatSpan(turnaround.p50)}, ${formatSpan(turnaround.p95)}` : '—'

const sayCost = ({ hourly_micros, unpriced }: PoolRegion) =>
  `${formatMicros(hourly_micros, DEFAULT_CURRENCY)}${unpriced > 0 ? ` + ${unpriced} unpriced` : ''}`

const formatSpan = (seconds: number) =>
  seconds < 90
    ? `${Math.round(seconds)} s`
    : seconds < 5400
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`
