import type { FlagAlert } from '@flagyard/api-types'
import { attemptLink } from '@flagyard/api-types/links'
import { Link } from 'react-router-dom'
import { RecordPage } from '../../crud/RecordPage.tsx'
import { formatMoment } from '../../lib/format.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import { AlertSideCard } from './AlertSideCard.tsx'
import { AlertStateChip } from './AlertStateChip.tsx'
import { DecideButton } from './DecideButton.tsx'
import styles from './FlagAlert.module.css'
import { sayDelay } from './say-delay.ts'

const FlagAlertShow = () => (
  <RecordPage<FlagAlert>
    recordLabel="alert"
    wholeBy="giver"
    title={(alert) => `${alert.username} handed in a flag of ${alert.owner}`}
    about={(alert) => <AlertStateChip state={alert.state} />}
    actions={(alert) => (
      <>
        <AuditButton type="user" id={alert.username} />
        <DecideButton alert={alert} />
      </>
    )}
  >
    {(alert) => (
      <div className={styles.page}>
        <Summary alert={alert} />
        <div className={styles.sides}>
          <AlertSideCard title="Who handed it in" side={alert.giver} shared={alert.shared_addresses} />
          <AlertSideCard title="Whose flag it is" side={alert.holder} shared={alert.shared_addresses} />
        </div>
      </div>
    )}
  </RecordPage>
)

export default FlagAlertShow

const Summary = ({ alert }: { alert: FlagAlert }) => (
  <section className={styles.card} aria-label="What happened">
    <h2 className={styles.title}>What happened</h2>
    <p>
      {formatMoment(alert.at)}: “{alert.flag}” of {alert.exam ? `the exam ${alert.exam}` : `the lab ${alert.lab ?? ''}`}
      . {sayDelay(alert)}
    </p>
    <p>
      {alert.shared_addresses.length > 0
        ? `Both were signed in from ${alert.shared_addresses.join(' and ')}. People share rooms and networks.`
        : 'No address from which both were signed in then.'}
    </p>
    {alert.attempt_id && (
      <p>
        <Link to={attemptLink(alert.username, alert.attempt_id)}>
          {alert.has_conduct_case ? 'Open the attempt with its conduct case' : 'Open a conduct case on the attempt'}
        </Link>
      </p>
    )}
    {alert.resolved_at && (
      <p className={styles.decided}>
        {formatMoment(alert.resolved_at)} by {alert.resolved_by ?? 'a former administrator'}: {alert.resolution}
      </p>
    )}
  </section>
)
