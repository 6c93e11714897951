import type { Cloud, CloudAccount } from '@flagyard/api-types'
import { ButtonLink } from '@flagyard/ui/Button'
import { Spinner } from '@flagyard/ui/Spinner'
import { ShowBase, useShowContext } from 'react-admin'
import { Missing } from '../../layout/Missing.tsx'
import { ScreenHeader } from '../../layout/ScreenHeader.tsx'
import { formatAge, formatAgo, formatMoment } from '../../lib/format.ts'
import { historyOf } from '../audit/history.ts'
import styles from './CloudAccountPage.module.css'
import { CloudStatusChip } from './CloudStatusChip.tsx'
import { HoldButton } from './HoldButton.tsx'
import { NukeButton } from './NukeButton.tsx'
import { pools } from './pools.ts'
import { isMoving } from './status.ts'

const LOOK_AGAIN_MS = 1_500

export default function CloudAccountPage({ cloud }: { cloud: Cloud }) {
  return (
    <ShowBase queryOptions={{ onError: () => undefined, retry: false, refetchInterval: whileMoving } as never}>
      <Content cloud={cloud} />
    </ShowBase>
  )
}

/** Follows a nuke to its end: until the account is Available, or stands still elsewhere. */
const whileMoving = ({ state }: { state: { data?: CloudAccount } }) =>
  state.data && isMoving(state.data) ? LOOK_AGAIN_MS : false

function Content({ cloud }: { cloud: Cloud }) {
  const { record: account, error, refetch } = useShowContext<CloudAccount>()
  const back = { to: pools[cloud].path, label: pools[cloud].title }
  if (error && !account)
    return (
      <>
        <ScreenHeader title="Account" back={back} />
        <Missing what="account" error={error} back={back} onRetry={() => void refetch()} />
      </>
    )
  // Coming from the list, react-admin shows the list's row first: it has no history.
  if (!account || !('history' in account)) return <Spinner label="Loading the account" />
  return (
    <>
      <ScreenHeader
        title={account.id}
        back={back}
        about={
          <span role="status">
            <CloudStatusChip account={account} /> for {formatAge(account.status_since)}
          </span>
        }
        actions={
          <>
            <ButtonLink to={historyOf('cloud_account', account.id)}>History</ButtonLink>
            <HoldButton account={account} />
            <NukeButton account={account} />
          </>
        }
      />
      <div className={styles.columns}>
        <Facts account={account} />
        <History account={account} />
      </div>
    </>
  )
}

function Facts({ account }: { account: CloudAccount }) {
  const facts: [string, string][] = [
    ['Name', account.name],
    ['Region', account.region],
    ['Held by', account.holder ?? 'nobody'],
    ['Lab', account.lab ?? 'none'],
    ['Last nuke', formatAgo(account.last_nuked_at)],
    ['Failed nukes', `${account.nuke_failures} in a row`],
    ['Notes', account.notes || 'none'],
  ]
  return (
    <section className={styles.card} aria-label="Facts">
      <h2 className={styles.title}>Account</h2>
      {account.last_error && <p className={styles.error}>{account.last_error}</p>}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

/** Every step it made, the newest first. */
function History({ account: { history } }: { account: CloudAccount }) {
  const steps = [...history].sort((a, b) => b.at.localeCompare(a.at))
  return (
    <section className={styles.card} aria-label="History">
      <h2 className={styles.title}>History</h2>
      {steps.length === 0 && <p className="muted small">Nothing happened to it yet.</p>}
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={`${step.at} ${step.to}`} className={styles.step}>
            <span className={styles.to}>
              {step.from && step.from !== step.to ? `${step.from} → ${step.to}` : step.to}
            </span>
            <span className={styles.why}>{step.reason}</span>
            <span className={styles.when}>
              {formatMoment(step.at)}
              {step.by && ` · ${step.by}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
