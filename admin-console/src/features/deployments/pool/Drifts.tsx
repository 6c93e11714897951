import type { Drift } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Link } from 'react-router-dom'
import { cloudNames, formatMoment } from '../../../lib/format.ts'
import styles from './Pool.module.css'

const accountPath = {
  aws: consolePaths.awsAccount,
  azure: consolePaths.azureSubscription,
  gcp: consolePaths.gcpProject,
}

/** Detected differences between the database and the clouds, and how each was resolved, latest first. */
export const Drifts = ({ drifts }: { drifts: Drift[] }) => (
  <section className={styles.card} aria-label="Not as recorded">
    <h2 className={styles.title}>Not as recorded</h2>
    <p className={styles.calm}>
      Each minute accounts, deployments and jobs are compared. Whatever nobody has is looked into every six hours, and
      its credentials are tried every half an hour.
    </p>
    {drifts.length === 0 ? (
      <p className={styles.calm}>Nothing was found.</p>
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
  </section>
)
