import type { DeploymentRecord } from '@flagyard/api-types'
import { StageList } from '@flagyard/ui/StageList'
import { PersonLink } from '../../crud/links.tsx'
import { RecordPage } from '../../crud/RecordPage.tsx'
import { AuditButton } from '../audit/AuditButton.tsx'
import { AccountCard } from './AccountCard.tsx'
import { DeploymentActions } from './DeploymentActions.tsx'
import styles from './DeploymentShow.module.css'
import { DeploymentState } from './DeploymentState.tsx'
import { FactsCard } from './FactsCard.tsx'
import { HistoryCard } from './HistoryCard.tsx'
import { InventoryCard } from './InventoryCard.tsx'
import { learnerSentence, waitingSentence } from './labels.ts'

/** One deployment from queue to end: the learner's view, history and account. */
export default function DeploymentShow() {
  return (
    <RecordPage<DeploymentRecord>
      recordLabel="deployment"
      wholeBy="history"
      refetchWhile={isMoving}
      title={({ title }) => title}
      about={(deployment) => (
        <span role="status">
          <DeploymentState {...deployment} /> <PersonLink username={deployment.username} />
        </span>
      )}
      actions={(deployment) => (
        <>
          <AuditButton type="deployment" id={deployment.id} />
          <DeploymentActions deployment={deployment} />
        </>
      )}
    >
      {(deployment) => (
        <div className={styles.columns}>
          <div className={styles.column}>
            <LearnerCard deployment={deployment} />
            <HistoryCard history={deployment.history} />
          </div>
          <div className={styles.column}>
            <FactsCard deployment={deployment} />
            <AccountCard deployment={deployment} />
            {deployment.state === 'running' && <InventoryCard id={deployment.id} cloud={deployment.cloud} />}
          </div>
        </div>
      )}
    </RecordPage>
  )
}

/** An ended deployment is polled until its account has been cleaned up. */
const isMoving = ({ state, account }: DeploymentRecord) => state !== 'ended' || account !== null

/** The same texts and logs that the learner sees. */
function LearnerCard({ deployment }: { deployment: DeploymentRecord }) {
  const { state, reason, stages, retry_refusal } = deployment
  const waiting = waitingSentence(deployment)
  const isOurs = state === 'ended' && (reason === 'failed' || reason === 'administrator')
  return (
    <section className={styles.card} aria-label="What its learner reads">
      <h2 className={styles.title}>What its learner reads</h2>
      <p className={reason === 'failed' ? styles.error : ''}>{learnerSentence(deployment)}</p>
      <StageList stages={stages} now={Date.now()} />
      {waiting && <p className={styles.quiet}>{waiting}</p>}
      {isOurs && retry_refusal && <p className={styles.quiet}>It cannot be tried again from here: {retry_refusal}</p>}
    </section>
  )
}
