import type { Dashboard as Figures } from '@flagyard/api-types'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { Link } from 'react-router-dom'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { useCall } from '../../crud/useCall.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { AccountsTable } from './AccountsTable.tsx'
import styles from './Dashboard.module.css'
import { SignupsChart } from './SignupsChart.tsx'

export default function Dashboard() {
  const { data, error, refetch } = useCall('getDashboard', {}, { refetchInterval: 30_000 })
  return (
    <>
      <ScreenHeader title="Dashboard" about={data ? 'Counted just now' : ' '} />
      {error && !data ? (
        <Failed what="the figures" why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Content figures={data} />
      ) : (
        <Spinner label="Counting" />
      )}
    </>
  )
}

function Content({ figures }: { figures: Figures }) {
  const { users, courses, certificates, orders, deployments } = figures
  const revenue = orders.revenue_last_30_days.map(formatMoney).join(' + ')
  return (
    <>
      <dl className={styles.figures}>
        <Figure
          name="Accounts"
          value={users.total}
          beside={`${formatCount(users.active)} active · ${users.new_last_30_days} new in 30 days`}
        />
        <Figure name="Seen this week" value={users.seen_last_7_days} beside="in the last 7 days" />
        <Figure
          name="Enrolments"
          value={courses.enrolments}
          beside={`${courses.published} courses · ${formatCount(courses.completed)} completed`}
        />
        <Figure
          name="Certificates"
          value={certificates.issued}
          beside={`${certificates.issued_last_30_days} in 30 days`}
        />
        <Figure
          name="Orders paid"
          value={orders.paid_last_30_days}
          beside={revenue ? `${revenue} in 30 days` : 'in 30 days'}
        />
        <Figure
          name="Labs running"
          value={deployments.running}
          beside={`${deployments.provisioning} being built · ${deployments.queued + deployments.held} waiting`}
        />
      </dl>
      <div className={styles.columns}>
        <SignupsChart days={figures.signups} />
        <Attention items={figures.attention} />
      </div>
      <AccountsTable accounts={figures.accounts} />
    </>
  )
}

function Figure({ name, value, beside }: { name: string; value: number; beside: string }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.number}>{formatCount(value)}</span>
        <span className={styles.beside}>{beside}</span>
      </dd>
    </div>
  )
}

/** What waits for a person, each with the list that shows it. */
function Attention({ items }: { items: Figures['attention'] }) {
  return (
    <section className={styles.card} aria-label="Waiting for you">
      <h2 className={styles.title}>Waiting for you</h2>
      {items.length === 0 ? (
        <p className={styles.calm}>Nothing. All pools, mails and flags are in order.</p>
      ) : (
        <ul className={styles.attention}>
          {items.map(({ message, count, to }) => (
            <li key={message}>
              <Link to={to}>
                <span>{message}</span>
                <span>{formatCount(count)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
