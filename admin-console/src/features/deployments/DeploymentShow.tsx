import type { CloudAccountHolder, DeploymentKind, DeploymentMoment, DeploymentRecord } from '@flagyard/api-types'
import { attemptLink } from '@flagyard/api-types/console-links'
import { StageList } from '@flagyard/ui/StageList'
import { FunctionField, SimpleShowLayout } from 'react-admin'
import { Link } from 'react-router-dom'
import { RecordButtons } from '../../crud/actions/action-table.tsx'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { CardColumns, RecordCard } from '../../crud/record/RecordCards.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { cloudNames, formatMinutes, formatMoment } from '../../lib/format.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import { HolderEntry } from '../cloud-accounts/HoldersCard.tsx'
import { deploymentActions } from './actions.tsx'
import { AccountLink } from './DeploymentList.tsx'
import styles from './DeploymentShow.module.css'
import { InventoryCard } from './InventoryCard.tsx'
import { DeploymentState, learnerSentence, reasonNames, waitingSentence } from './labels.tsx'

/** One deployment from queue to end: the learner's view, history and account. */
export default function DeploymentShow() {
  return (
    <RecordPage<DeploymentRecord>
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
          <RecordButtons record={deployment} actions={deploymentActions(deployment)} />
        </>
      )}
    >
      {(deployment) => (
        <CardColumns
          left={
            <>
              <LearnerCard deployment={deployment} />
              <HistoryCard history={deployment.history} />
            </>
          }
          right={
            <>
              <FactsCard deployment={deployment} />
              <AccountCard deployment={deployment} />
              {deployment.state === 'running' && <InventoryCard id={deployment.id} cloud={deployment.cloud} />}
            </>
          }
        />
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
    <RecordCard title="Learner’s view">
      <p className={reason === 'failed' ? styles.error : ''}>{learnerSentence(deployment)}</p>
      <StageList stages={stages} now={Date.now()} />
      {waiting && <p className={styles.quiet}>{waiting}</p>}
      {isOurs && retry_refusal && <p className={styles.quiet}>It cannot be retried here: {retry_refusal}</p>}
    </RecordCard>
  )
}

/** The deployment's account: its current state, and the holders before and after. */
const AccountCard = ({ deployment }: { deployment: DeploymentRecord }) => {
  const { account, holders, credentials_revoked_at } = deployment
  return (
    <RecordCard title="Account">
      <p>
        {deployment.account_id ? (
          <>
            <AccountLink {...deployment} /> {deployment.region && `in ${deployment.region}`}
          </>
        ) : (
          'No account.'
        )}
      </p>
      {account && <p className={styles.quiet}>{accountSentence(account)}</p>}
      {credentials_revoked_at && (
        <p className={styles.quiet}>Its credentials were revoked on {formatMoment(credentials_revoked_at)}.</p>
      )}
      {holders && (
        <dl className={styles.holders}>
          <Around label="This deployment" holder={holders.at} own={deployment.id} />
          <Around label="Previous holder" holder={holders.before} />
          <Around label="Next holder" holder={holders.after} />
        </dl>
      )}
    </RecordCard>
  )
}

function Around({ label, holder, own }: { label: string; holder: CloudAccountHolder | null; own?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{holder ? <HolderEntry holder={holder} isHere={holder.deployment_id === own} /> : 'Unknown.'}</dd>
    </div>
  )
}

function accountSentence({ status, lock_reason, hold_reason }: NonNullable<DeploymentRecord['account']>): string {
  if (hold_reason !== null) return `On hold as soon as this deployment has ended: ${hold_reason}`
  if (lock_reason === 'hold') return 'On hold by an administrator, with its contents.'
  if (lock_reason === 'quarantine') return 'In quarantine: the clean-up failed.'
  if (status === 'Locked') return 'Leased; nothing has been built yet.'
  if (status === 'Provisioning') return 'Building.'
  if (status === 'Provisioned') return 'In use.'
  if (status === 'Dirty' || status === 'Nuking' || status === 'Nuked') return 'Clean-up is running.'
  return `${status}.`
}

const FactsCard = ({ deployment }: { deployment: DeploymentRecord }) => {
  const { kind, reason, next, flags, extensions, resets, resets_used, misses, cost_reset } = deployment
  return (
    <RecordCard title="Facts">
      <SimpleShowLayout>
        <FunctionField label="Lab or exam" render={() => <Of deployment={deployment} />} />
        {kinds[kind] && <FunctionField label="Kind" render={() => kinds[kind]} />}
        <FunctionField label="Cloud" render={() => cloudNames[deployment.cloud]} />
        <FunctionField label="Requested" render={() => formatMoment(deployment.created_at)} />
        {deployment.running_at && (
          <FunctionField label="Started" render={() => formatMoment(deployment.running_at ?? '')} />
        )}
        {deployment.ends_at && deployment.state === 'running' && (
          <FunctionField label="Ends" render={() => endOf(deployment)} />
        )}
        {deployment.ended_at && <FunctionField label="Ended" render={() => formatMoment(deployment.ended_at ?? '')} />}
        {reason && <FunctionField label="Ended by" render={() => reasonNames[reason]} />}
        <FunctionField label="Duration" render={() => timeOf(deployment)} />
        {flags && <FunctionField label="Flags solved" render={() => `${flags.solved} of ${flags.total}`} />}
        {extensions !== null && kind === 'lab' && (
          <FunctionField label="Extensions" render={() => `${deployment.extensions_used} of ${extensions} used`} />
        )}
        {resets !== null && kind === 'lab' && (
          <FunctionField
            label="Resets"
            render={() =>
              `${resets_used ?? 0} of ${resets} used${cost_reset ? ', one of them for this deployment' : ''}`
            }
          />
        )}
        {misses > 0 && <FunctionField label="Missed turns" render={() => misses} />}
        <FunctionField
          label="Module version"
          render={() => <span className="mono">{deployment.module_version}</span>}
        />
        {next && (
          <FunctionField
            label="Newer deployment"
            render={() => (
              <ResourceLink resource="deployments" id={next}>
                newer deployment of this lab
              </ResourceLink>
            )}
          />
        )}
      </SimpleShowLayout>
    </RecordCard>
  )
}

/** Kinds that do not count as progress. */
const kinds: Partial<Record<DeploymentKind, string>> = {
  try: 'Test run, does not count',
  canary: 'Canary, does not count',
}

function Of({ deployment: { lab, exam, title, attempt_id, username } }: { deployment: DeploymentRecord }) {
  if (lab)
    return (
      <ResourceLink resource="labs" id={lab}>
        {title}
      </ResourceLink>
    )
  if (!attempt_id) return title
  return (
    <>
      {exam ? (
        <ResourceLink resource="exams" id={exam}>
          {title}
        </ResourceLink>
      ) : (
        title
      )}
      {' · '}
      <Link to={attemptLink(username, attempt_id)}>the attempt</Link>
    </>
  )
}

const endOf = ({ ends_at, hard_deadline_at }: DeploymentRecord) =>
  hard_deadline_at && hard_deadline_at !== ends_at
    ? `${formatMoment(ends_at ?? '')}, can be extended until ${formatMoment(hard_deadline_at)}`
    : formatMoment(ends_at ?? '')

const timeOf = ({ duration_seconds, kind }: DeploymentRecord) =>
  kind === 'exam'
    ? 'duration of the exam'
    : `${formatMinutes(Math.ceil(duration_seconds / 60))} from the end of the build`

const HistoryCard = ({ history }: Pick<DeploymentRecord, 'history'>) => (
  <RecordCard title="History">
    <ol className={styles.steps}>
      {history.toReversed().map((moment, index) => (
        <li key={`${moment.at} ${index}`} className={styles.step}>
          <span className={moment.kind === 'state' ? styles.to : styles.quiet}>{wordsOf(moment)}</span>
          <span className={styles.when}>{formatMoment(moment.at)}</span>
        </li>
      ))}
    </ol>
  </RecordCard>
)

const states = {
  queued: 'In the queue',
  held: 'Account reserved for the learner',
  provisioning: 'Building',
  running: 'Running',
  ending: 'Ending',
  ended: 'Ended',
} as const

const stageStates = { waiting: 'pending', active: 'running', done: 'done', failed: 'failed' } as const

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
