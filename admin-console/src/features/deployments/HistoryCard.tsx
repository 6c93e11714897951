import type { DeploymentMoment, DeploymentRecord } from '@flagyard/api-types'
import { formatMoment } from '../../lib/format.ts'
import styles from './DeploymentShow.module.css'
import { reasonNames } from './labels.ts'

export const HistoryCard = ({ history }: Pick<DeploymentRecord, 'history'>) => (
  <section className={styles.card} aria-label="History">
    <h2 className={styles.title}>History</h2>
    <ol className={styles.steps}>
      {history.toReversed().map((moment, index) => (
        <li key={`${moment.at} ${index}`} className={styles.step}>
          <span className={moment.kind === 'state' ? styles.to : styles.quiet}>{wordsOf(moment)}</span>
          <span className={styles.when}>{formatMoment(moment.at)}</span>
        </li>
      ))}
    </ol>
  </section>
)

const states = {
  queued: 'In the queue',
  held: 'An account is held for its learner',
  provisioning: 'Being built',
  running: 'Runs',
  ending: 'Ending',
  ended: 'Ended',
} as const

const stageStates = { waiting: 'to come', active: 'begun', done: 'done', failed: 'failed' } as const

function wordsOf({ kind, state, reason, stage, ends_at, minutes }: DeploymentMoment): string {
  switch (kind) {
    case 'state':
      return [state && states[state], reason && reasonNames[reason].toLowerCase()].filter(Boolean).join(': ')
    case 'stage':
      return stage ? `${stage.name}: ${stageStates[stage.state]}` : ''
    case 'extended':
      return `Extended${ends_at ? ` until ${formatMoment(ends_at)}` : ''}`
    case 'warning':
      return `Warned: ${minutes} minutes left`
  }
}
