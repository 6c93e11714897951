import type { AlertSide } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useCall } from '../../crud/calls.tsx'
import { countOf, formatMoment } from '../../lib/format.ts'
import { FreezeButton } from '../account-freezes/FreezeButton.tsx'
import { StateChip } from '../users/StateChip.tsx'
import styles from './FlagAlert.module.css'

/** Facts about one of the two learners around the time of the alert. */
export const AlertSideCard = ({ title, side, shared }: { title: string; side: AlertSide; shared: string[] }) => (
  <section className={styles.card} aria-label={title}>
    <div className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      <Freeze username={side.username} />
    </div>
    <p className={styles.who}>
      <Link to={consolePaths.user(side.username)}>
        <bdi>{side.full_name}</bdi>
      </Link>{' '}
      <span className="mono">{side.username}</span> <StateChip state={side.state} />
    </p>
    <dl className={styles.facts}>
      <Fact label="Environment">
        <Environment side={side} />
      </Fact>
      <Fact label="Solved">{side.solved_at ? formatMoment(side.solved_at) : 'not solved'}</Fact>
      <Fact label="Tries">
        <Tries side={side} />
      </Fact>
      <Fact label="Signed in then">
        <Sessions side={side} shared={shared} />
      </Fact>
      <Fact label="Other alerts on this side">{side.other_alerts === 0 ? 'none' : String(side.other_alerts)}</Fact>
    </dl>
  </section>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Loads the account, which determines whether it can be frozen. */
function Freeze({ username }: { username: string }) {
  const { data } = useCall('getUser', { username })
  return data ? <FreezeButton user={data} /> : null
}

function Environment({ side: { deployment } }: { side: AlertSide }) {
  if (!deployment) return 'none that is still known'
  const { account_id, running_at, ended_at } = deployment
  return (
    <>
      {account_id && <span className="mono">{account_id}</span>}{' '}
      {running_at ? `${formatMoment(running_at)} – ${ended_at ? formatMoment(ended_at) : 'now'}` : 'never ran'}
    </>
  )
}

function Tries({ side: { tries, tries_count } }: { side: AlertSide }) {
  if (tries.length === 0) return 'none that is still kept'
  return (
    <details>
      <summary>{countOf(tries_count, 'try', 'tries')}</summary>
      <ol className={styles.list}>
        {tries.map(({ at, correct, late, is_this }) => (
          <li key={`${at} ${correct}`}>
            {formatMoment(at)} {correct ? 'right' : 'wrong'}
            {late && ', too late'}
            {is_this && <strong> · this one</strong>}
          </li>
        ))}
      </ol>
    </details>
  )
}

function Sessions({ side: { sessions }, shared }: { side: AlertSide; shared: string[] }) {
  if (sessions.length === 0) return 'no session that is still kept'
  return (
    <ul className={styles.list}>
      {sessions.map(({ address, user_agent, created_at }) => (
        <li key={`${created_at} ${address}`}>
          <span className="mono">{address ?? 'unknown address'}</span>
          {address && shared.includes(address) && <strong> · both</strong>} since {formatMoment(created_at)}
          {user_agent && <span className={styles.agent}> {user_agent}</span>}
        </li>
      ))}
    </ul>
  )
}
