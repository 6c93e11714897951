import type { DeploymentInventory } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Link } from 'react-router-dom'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { formatAgo, formatMicros, formatMoment } from '../../lib/format.ts'
import styles from './InventoryCard.module.css'

/** Resources in the deployment's account against their limits, by type. */
export function InventoryCard({ id, cloud, title = 'Contents' }: { id: string; cloud: string; title?: string }) {
  return (
    <section className={styles.card} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <Body id={id} cloud={cloud} />
    </section>
  )
}

function Body({ id, cloud }: { id: string; cloud: string }) {
  const { data, error, refetch } = useCall('getDeploymentInventory', { id }, { refetchInterval: 30_000 })
  if (!data) return <LoadingOrError what="the contents" error={error} retry={refetch} />
  return <Inventory inventory={data} cloud={cloud} />
}

function Inventory({
  inventory: { contents, types, over, error, ends_when_over },
  cloud,
}: {
  inventory: DeploymentInventory
  cloud: string
}) {
  const failed = error && (
    <p className={styles.error}>
      {contents ? `Last read ${formatMoment(contents.read_at)}` : 'Not read yet'}: {error}
    </p>
  )
  if (!contents)
    return (
      failed || (
        <p className={styles.quiet}>The contents are read within a minute, and regularly while the deployment runs.</p>
      )
    )
  const { resources, max_resources, hourly_micros, max_hourly_cost, currency, unpriced, over_since } = contents
  return (
    <>
      {failed}
      {over_since && (
        <p className={styles.error} role="status">
          Over its limit of {over.map((one) => limits[one]).join(' and ')} since {formatMoment(over_since)}.{' '}
          {ends_when_over ? 'The deployment ends if the next reading confirms this.' : 'Exams are not ended for this.'}
        </p>
      )}
      <p>
        {resources} {max_resources === null ? '' : `of ${max_resources} `}resources, about{' '}
        {formatMicros(hourly_micros, currency)} per hour{' '}
        {max_hourly_cost !== null && ` of a maximum ${formatMicros(max_hourly_cost, currency)}`}
        {unpriced > 0 && `, plus ${unpriced} with an unknown price`}
      </p>
      {types.length > 0 && (
        <table className={styles.types}>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Count</th>
              <th scope="col">Per hour</th>
            </tr>
          </thead>
          <tbody>
            {types.map(({ type, count, hourly_micros: cost }) => (
              <tr key={type}>
                <td className="mono">{type}</td>
                <td>{count}</td>
                <td>
                  {cost === null ? (
                    <Link to={newPriceLink({ cloud, type })} aria-label={`Unknown: add a price for ${type}`}>
                      unknown
                    </Link>
                  ) : (
                    formatMicros(cost, currency)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!error && <p className={styles.quiet}>Read {formatAgo(contents.read_at)}</p>}
    </>
  )
}

const limits = { resources: 'resources', cost: 'cost' } as const

/** Link to the form for a new price with prefilled fields. react-admin reads them from `source`. */
const newPriceLink = (price: { cloud: string; type: string }) =>
  `${consolePaths.newResourcePrice}?source=${encodeURIComponent(JSON.stringify(price))}`
