import type { RegionOutage } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { CallButton } from '../../../crud/actions.tsx'
import { cloudNames, formatAgo } from '../../../lib/format.ts'
import styles from './Pool.module.css'

/** Regions marked as down, in which no accounts are leased. */
export function Outages({ outages }: { outages: RegionOutage[] }) {
  if (outages.length === 0) return null
  return (
    <section className={`${styles.card} ${styles.down}`} aria-label="Regions that are down">
      <h2 className={styles.title}>Regions that are down</h2>
      <ul className={styles.rows}>
        {outages.map(({ id, cloud, region, reason, started_at, started_by }) => (
          <li key={id}>
            <div className={styles.what}>
              <strong>
                {cloudNames[cloud]} {region}
              </strong>
              <span>
                {reason} · {started_by ?? 'somebody'}, {formatAgo(started_at)}
              </span>
            </div>
            <div className={styles.links}>
              <Button component={Link} to={consolePaths.listExamIncidents} size="small">
                Exams there
              </Button>
              <CallButton
                operation="endRegionOutage"
                size="small"
                variant="contained"
                color="primary"
                call={(provider) => provider.call('endRegionOutage', { id })}
                successMessage={`${region} is in use again`}
              >
                It is up again
              </CallButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
