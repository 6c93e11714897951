import type { Deployment, MyLabDetails } from '@flagyard/api-types'
import { legalPaths } from '@flagyard/api-types/legal/pages'
import { endingSentence, endSentence, HELD_SENTENCE, waitSentence } from '@flagyard/ui/deployment-words'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { FormError } from '@flagyard/ui/Form'
import { accountNames, countOf, formatMinutes } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { siteHas } from '../../lib/site-offers.ts'
import * as legal from '../../messages/en/legal.ts'
import { ConfirmButton } from '../../shell/ConfirmDialog.tsx'
import { formatAccountId, Stages } from '../deployments/Stages.tsx'
import { AcceptDialog } from '../legal/AcceptDialog.tsx'
import { BuyButton } from '../orders/BuyButton.tsx'
import { EnvironmentPanel, LabButton } from './Environment.tsx'
import { ExtraData } from './ExtraData.tsx'
import { Emptied, LabRunning } from './LabRunning.tsx'
import styles from './lab-work.module.css'
import type { LabHandle } from './useLab.ts'

export function LabPanel({ handle }: { handle: LabHandle }) {
  const { myLab, error, retry, actionError, isAskedForRules, askForRules, runAction } = handle
  if (error && !myLab) return <Failed what="the lab" why={errorMessage(error)} onRetry={retry} />
  if (!myLab) return <Loading what="the lab" />
  return (
    <EnvironmentPanel title="Lab" deployment={myLab.deployment}>
      <Body myLab={myLab} handle={handle} />
      <FormError>{actionError}</FormError>
      {isAskedForRules && (
        <AcceptDialog
          page="lab_rules"
          accept={legal.acceptAndStart}
          onClose={() => askForRules(false)}
          onAccepted={() => {
            askForRules(false)
            void runAction('deploy')
          }}
        />
      )}
    </EnvironmentPanel>
  )
}

function Body({ myLab, handle }: { myLab: MyLabDetails; handle: LabHandle }) {
  const { deployment } = myLab
  switch (deployment?.state) {
    case undefined:
    case 'ended':
      return <NotRunning myLab={myLab} handle={handle} />
    case 'queued':
      return <Queued myLab={myLab} handle={handle} />
    case 'held':
      return (
        <>
          <p className="small">{HELD_SENTENCE}</p>
          <ExtraData myLab={myLab} handle={handle}>
            <p>
              <LabButton handle={handle} action="deploy" variant="primary">
                Claim the account
              </LabButton>
            </p>
          </ExtraData>
        </>
      )
    case 'provisioning':
      return <Building myLab={myLab} handle={handle} />
    case 'running':
      return deployment && <LabRunning myLab={myLab} deployment={deployment} handle={handle} />
    case 'ending':
      return (
        <>
          <p className="small muted">{endingSentence({ reason: deployment?.reason ?? null })}</p>
          <Stages stages={deployment?.stages ?? []} isSilent />
        </>
      )
  }
}

/** Shown before the first deployment and after each one has ended. */
function NotRunning({ myLab, handle }: { myLab: MyLabDetails; handle: LabHandle }) {
  const { deployment } = myLab
  if (!myLab.has_access)
    return (
      <>
        <p className="small">{myLab.refusal?.message ?? 'You do not have this lab yet.'}</p>
        {myLab.price && <BuyButton kind="lab" slug={myLab.slug} price={myLab.price} />}
      </>
    )
  const failed = deployment?.reason === 'failed'
  const costsReset =
    !!deployment?.reason &&
    COSTS_RESET.has(deployment.reason) &&
    ranOverThreeMinutes(deployment.running_at, deployment.ended_at)
  return (
    <>
      {deployment?.reason && (
        <p className="small" role={failed ? 'alert' : undefined}>
          {endSentence(deployment)}
        </p>
      )}
      {failed && <Stages stages={deployment.stages} isSilent />}
      <p className="small muted">
        {formatMinutes(myLab.duration_minutes)} in {myLab.cloud === 'gcp' ? 'a' : 'an'} {accountNames[myLab.cloud]} of
        your own
        {myLab.extensions > 0 && ` · ${countOf(myLab.extensions, 'extension')}`} · {countOf(myLab.resets_left, 'reset')}{' '}
        left
      </p>
      <ExtraData myLab={myLab} handle={handle}>
        <div>
          <LabButton handle={handle} action="deploy" variant="primary">
            {deployment ? 'Deploy again' : 'Deploy'}
          </LabButton>
          {siteHas('lab_rules') && (
            <p className={styles.note}>
              The <Link to={legalPaths.lab_rules}>lab rules</Link> apply.
            </p>
          )}
          {costsReset && (
            <p className={styles.note}>Deploying again costs one of your {countOf(myLab.resets_left, 'reset')}.</p>
          )}
        </div>
      </ExtraData>
    </>
  )
}

function Queued({ myLab, handle }: { myLab: MyLabDetails; handle: LabHandle }) {
  const queue = myLab.deployment?.queue
  return (
    <>
      <ExtraData myLab={myLab} handle={handle} />
      <p>
        {queue ? (
          <>
            <span className={styles.place}>Place {queue.place}</span>
            <span className={styles.note}>{waitSentence(queue)}</span>
          </>
        ) : (
          'Looking for a free account…'
        )}
      </p>
      <p className={styles.note}>
        Your lab starts automatically while this page is open. If you leave, we will hold an account for ten minutes
        when it is your turn.
      </p>
      <p>
        <LabButton handle={handle} action="end" size="small">
          Leave the queue
        </LabButton>
      </p>
    </>
  )
}

function Building({ myLab, handle }: { myLab: MyLabDetails; handle: LabHandle }) {
  const { deployment } = myLab
  return (
    <>
      <p className="small muted">
        {accountNames[myLab.cloud]}{' '}
        {deployment?.account_id && <span className="mono">{formatAccountId(deployment.account_id)}</span>} ·{' '}
        {durationText(myLab, deployment)}
      </p>
      <Emptied receipt={deployment?.emptied ?? null} />
      <Stages stages={deployment?.stages ?? []} isSilent />
      <div>
        <ConfirmButton
          label="Cancel"
          size="small"
          title="Stop building this lab?"
          confirmLabel="Stop building"
          cancelLabel="Keep building"
          isPending={handle.pendingAction === 'end'}
          onConfirm={() => handle.runAction('end')}
        >
          <p>Everything built so far is removed. You can start again at any time.</p>
        </ConfirmButton>
      </div>
    </>
  )
}

/** Duration of the lab; after a reset, the remaining time. */
function durationText({ duration_minutes }: MyLabDetails, deployment: Deployment | null): string {
  const minutes = deployment ? Math.ceil(deployment.duration_seconds / 60) : duration_minutes
  const left = minutes < duration_minutes ? ' left' : ''
  return `${formatMinutes(minutes)}${left}, from when it runs`
}

/** End reasons caused by the learner. Deploying again after them costs a reset. */
const COSTS_RESET: ReadonlySet<string> = new Set(['learner', 'spend'])

/** Deploying again costs no reset if the lab was ended within three minutes. */
function ranOverThreeMinutes(from: string | null, to: string | null): boolean {
  return from !== null && to !== null && Date.parse(to) - Date.parse(from) > 3 * 60_000
}
