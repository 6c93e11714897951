import type { Dashboard as Figures } from '@flagyard/api-types'
import { consolePaths, filteredList } from '@flagyard/api-types/console-links'
import { readsPersonalData } from '@flagyard/api-types/contract/capabilities'
import { Failed } from '@flagyard/ui/Feedback'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { Spinner } from '@flagyard/ui/Spinner'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { useCall } from '../../crud/calls.tsx'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { ListLink } from '../../crud/links.tsx'
import { PlainTable } from '../../crud/list/PlainTable.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { statuses } from '../cloud-accounts/CloudStatusChip.tsx'
import { queueLink } from '../deployments/labels.tsx'
import styles from './Dashboard.module.css'

const OpenAlarms = lazyScreen(() => import('../alarms/OpenAlarms.tsx'))
const ExamsToday = lazyScreen(() => import('./ExamsToday.tsx'))
const Trends = lazyScreen(() => import('./figures/Trends.tsx'))
const FirstSteps = lazyScreen(() => import('./FirstSteps.tsx'))

export default function Dashboard() {
  const { data, error, refetch } = useCall('getDashboard', {}, { refetchInterval: 30_000 })
  const { data: setup } = useCall('getSetup', {}, { staleTime: 0 })
  return (
    <>
      <ScreenHeader title="Dashboard" about={data ? 'Updated just now' : ' '} />
      <Suspense fallback={null}>
        <OpenAlarms />
      </Suspense>
      {setup?.is_empty ? (
        <Suspense fallback={<Spinner label="Loading the checklist…" />}>
          <FirstSteps setup={setup} />
        </Suspense>
      ) : error && !data ? (
        <Failed what="the figures" why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Content figures={data} />
      ) : (
        <Spinner label="Loading figures…" />
      )}
    </>
  )
}

function Content({ figures }: { figures: Figures }) {
  const { users, courses, certificates, orders, deployments } = figures
  const capabilities = useCapabilities()
  const mayReadPeople = readsPersonalData.some((one) => capabilities.has(one))
  const revenue = orders.revenue_last_30_days.map(formatMoney).join(' + ')
  return (
    <>
      <dl className={styles.figures}>
        <Figure name="Accounts" value={users.total} to={consolePaths.listUsers}>
          <ListLink to={filteredList('listUsers', { state: 'active' })}>{formatCount(users.active)} active</ListLink> ·{' '}
          <ListLink to={filteredList('listUsers', { joined_within_days: 30 })}>
            {formatCount(users.new_last_30_days)} new in 30 days
          </ListLink>
        </Figure>
        <Figure
          name="Seen this week"
          value={users.seen_last_7_days}
          to={filteredList('listUsers', { seen_within_days: 7 })}
        >
          in the last 7 days
        </Figure>
        <Figure name="Enrolments" value={courses.enrolments} to={consolePaths.listCoursesForAdmin}>
          <ListLink to={filteredList('listCoursesForAdmin', { status: 'published' })}>
            {formatCount(courses.published)} courses
          </ListLink>{' '}
          · {formatCount(courses.completed)} completed
        </Figure>
        <Figure name="Certificates" value={certificates.issued} to={consolePaths.listCertificates}>
          {formatCount(certificates.issued_last_30_days)} in 30 days
        </Figure>
        <Figure
          name="Orders paid"
          value={orders.paid_last_30_days}
          to={filteredList('listOrders', { paid_within_days: 30 })}
        >
          {revenue ? (
            <ListLink to={filteredList('listOrders', { paid_within_days: 30 })}>{revenue} in 30 days</ListLink>
          ) : (
            'in 30 days'
          )}
        </Figure>
        <Figure
          name="Labs running"
          value={deployments.running}
          to={filteredList('listDeployments', { state: 'running', kind: 'lab' })}
        >
          <ListLink to={filteredList('listDeployments', { state: 'provisioning', kind: 'lab' })}>
            {formatCount(deployments.provisioning)} building
          </ListLink>{' '}
          · <ListLink to={queueLink('lab')}>{formatCount(deployments.queued + deployments.held)} waiting</ListLink>
        </Figure>
      </dl>
      {mayReadPeople && (
        <Suspense fallback={<Spinner label="Loading today’s exams…" />}>
          <ExamsToday />
        </Suspense>
      )}
      <Attention items={figures.attention} />
      <Suspense fallback={<Spinner label="Loading figures…" />}>
        <Trends />
      </Suspense>
      <AccountsTable accounts={figures.accounts} />
    </>
  )
}

interface FigureProps {
  name: string
  value: number
  /** Link to the counted rows. */
  to: string
  children: ReactNode
}

function Figure({ name, value, to, children }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.number}>
          <ListLink to={to}>{formatCount(value)}</ListLink>
        </span>
        <span className={styles.beside}>{children}</span>
      </dd>
    </div>
  )
}

/** Pending tasks, each linked to its list. */
function Attention({ items }: { items: Figures['attention'] }) {
  return (
    <section className={styles.card} aria-label="Needs attention">
      <h2 className={styles.title}>Needs attention</h2>
      {items.length === 0 ? (
        <p className={styles.calm}>Nothing needs attention.</p>
      ) : (
        <ul className={styles.attention}>
          {items.map(({ message, count, to }) => (
            <li key={message}>
              <ListLink to={to}>
                <span>{message}</span>
                <span>{formatCount(count)}</span>
              </ListLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function AccountsTable({ accounts }: { accounts: Figures['accounts'] }) {
  return (
    <section className={styles.card} aria-label="Cloud accounts by state">
      <h2 className={styles.title}>Cloud accounts</h2>
      <ScrollRegion label="Table of states">
        <PlainTable
          className={styles.table}
          heads={['Pool', ...statuses]}
          rows={accounts.map(({ cloud, by_status }) => {
            const { path, title, list } = cloudProviders[cloud]
            const countOf = (status: (typeof statuses)[number]) =>
              by_status[status] ? (
                <Link to={filteredList(list, { status })} aria-label={`${title}, ${status}: ${by_status[status]}`}>
                  {by_status[status]}
                </Link>
              ) : (
                0
              )
            return [
              cloud,
              <Link key="pool" to={path}>
                {title}
              </Link>,
              ...statuses.map(countOf),
            ]
          })}
        />
      </ScrollRegion>
    </section>
  )
}
