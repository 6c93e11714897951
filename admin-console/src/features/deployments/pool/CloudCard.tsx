import type { CloudProof, ForecastHour, PoolOverview, PoolRegion } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/console-links'
import { DEFAULT_CURRENCY } from '@flagyard/api-types/contract/money'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from 'react-router-dom'
import { actionsOn, hasReason, RecordButtons } from '../../../crud/actions/action-table.tsx'
import { useCall } from '../../../crud/calls.tsx'
import { cloudNames, countOf, formatAgo, formatCount, formatMicros, formatMoment } from '../../../lib/format.ts'
import styles from './Pool.module.css'

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
          {mayStop && !region.is_down && (
            <RecordButtons
              record={{ cloud, region: region.region, allowed: [] }}
              actions={regionActions}
              size="small"
            />
          )}
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
  ['Building', region.leased],
  ['In use', region.running],
  ['Clean-up', region.cleaning],
  ['On hold', region.held],
  ['Quarantined', sayQuarantine(region)],
  ['Not verified', region.pending],
  ['Turnaround (median, p95)', sayTurnaround(region)],
  ['Cost per hour', sayCost(region)],
]

function sayQueue({ queued, waits_for, oldest_at, estimate_seconds }: Cloud['queue']): string {
  if (queued === 0) return 'Queue empty'
  const reserved = waits_for.bookings ? `, ${waits_for.bookings} of them because free accounts are reserved` : ''
  const wait =
    estimate_seconds === null
      ? 'no account will become free automatically'
      : `estimated wait ${formatSpan(estimate_seconds)}`
  return `${countOf(queued, 'lab or exam', 'labs or exams')} waiting${reserved}, since ${formatAgo(oldest_at)} · ${wait}`
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

const hourOf = (at: string) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(at))

/** Capacity of the next 24 hours: used by bookings, group reservations and running environments. */
function Forecast({ hours }: { hours: ForecastHour[] }) {
  const [first] = hours
  if (!first || first.accounts === 0) return null
  const fullest = hours.reduce((a, b) => (b.left < a.left ? b : a))
  const share = (count: number) => ({ height: `${Math.min(100, (100 * count) / first.accounts)}%` })
  return (
    <div className={styles.forecast}>
      <h3 className={styles.small}>Next 24 hours</h3>
      <p className={styles.calm}>
        Minimum left: {fullest.left} of {fullest.accounts}, from {hourOf(fullest.at)}
      </p>
      <div className={styles.bars} aria-hidden="true">
        {hours.map((hour) => (
          <div key={hour.at} className={styles.bar} title={sayHour(hour)}>
            <i className={styles.labs} style={share(hour.labs)} />
            <i className={styles.exams} style={share(hour.exams + hour.spares)} />
            <i className={styles.groups} style={share(hour.groups)} />
          </div>
        ))}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{hourOf(first.at)}</span>
        <span>in 24 hours</span>
      </div>
      <ul className={styles.legend}>
        <li>
          <i className={styles.labs} />
          Running or being cleaned
        </li>
        <li>
          <i className={styles.exams} />
          Exams and spares
        </li>
        <li>
          <i className={styles.groups} />
          Reserved for groups
        </li>
      </ul>
      <details>
        <summary className={styles.calm}>By hour</summary>
        <ul className={styles.facts}>
          {hours.map((hour) => (
            <li key={hour.at}>{sayHour(hour)}</li>
          ))}
        </ul>
      </details>
    </div>
  )
}

const sayHour = ({ at, exams, spares, groups, labs, left, accounts }: ForecastHour) =>
  `${hourOf(at)}: ${exams} for exams with ${spares} spare, ${groups} for groups, ${labs} running, ${left} of ${accounts} left`

/** Latest end-to-end proof of this cloud, from lease to clean-up receipt, in an account of the operator. */
function Proof({ proof }: { proof: CloudProof | undefined }) {
  if (!proof)
    return (
      <p className={styles.calm}>
        Not tested with a cloud account yet. Run <code>npm run cloud-proof</code> to build and clean up a lab here.
      </p>
    )
  const { at, account_id, lab, module, module_version, program, removed, residue } = proof
  return (
    <details className={styles.proof}>
      <summary>Proved on {formatMoment(at)}</summary>
      <p>
        <span className="mono">{lab}</span> was built in <span className="mono">{account_id}</span> by {program} from{' '}
        {module} {module_version} was solved by its canary script and cleaned up: {formatCount(removed.count)} removed,{' '}
        {formatCount(residue.count)} accepted, confirmed empty twice.
      </p>
      <ul className={styles.facts}>
        {removed.first.map(({ type, name }) => (
          <li key={`${type} ${name}`}>
            {type} <span className="mono">{name}</span>
          </li>
        ))}
        {removed.count > removed.first.length && <li>and {formatCount(removed.count - removed.first.length)} more</li>}
      </ul>
    </details>
  )
}

interface Region {
  cloud: Cloud['cloud']
  region: string
  allowed: string[]
}

/** Takes a region out of use, after a preview of the effect. */
const regionActions = [
  actionsOn<Region>()({
    operation: 'startRegionOutage',
    label: 'Mark as down…',
    title: ({ region }) => `Mark ${region} as down`,
    body: (region) => <Effect region={region} />,
    input: ({ cloud, region }, { reason }) => ({ regionOutageInput: { cloud, region, reason, dry_run: false } }),
    reason: true,
    isReady: hasReason,
    submit: 'Mark as down',
    color: 'error',
    success: ({ region }) => `${region} marked as down. Its accounts are no longer leased`,
  }),
]

function Effect({ region: { cloud, region } }: { region: Region }) {
  const input = { regionOutageInput: { cloud, region, reason: 'Asked before', dry_run: true } }
  const { data } = useCall('startRegionOutage', input, { staleTime: 0 })
  return (
    <ul className={styles.facts}>
      <li>
        {data ? countOf(data.available, 'free account is', 'free accounts are') : 'Free accounts are'} not leased, and
        neither are accounts that become free.
      </li>
      <li>
        {data
          ? `${countOf(data.running, 'running lab')} and ${countOf(data.exams, 'exam')} continue; their learners get an e-mail.`
          : 'Running labs and exams continue; their learners get an e-mail.'}
      </li>
      {data && data.building > 0 && <li>{countOf(data.building, 'build')} may fail.</li>}
      <li>You can mark the region as up again at any time.</li>
    </ul>
  )
}
