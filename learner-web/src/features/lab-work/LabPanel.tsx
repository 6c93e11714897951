import type { Deployment, MyLabDetails } from '@flagyard/api-types'
import { legalPaths } from '@flagyard/api-types/legal/pages'
import { endingSentence, endSentence, HELD_SENTENCE, waitSentence } from '@flagyard/ui/deployment-words'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { FormError } from '@flagyard/ui/Form'
import { accountNames, formatMinutes } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { siteHas } from '../../lib/site-offers.ts'
import * as t from '../../messages/en/lab-work.ts'
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
  if (error && !myLab) return <Failed what={t.labNoun} why={errorMessage(error)} onRetry={retry} />
  if (!myLab) return <Loading what={t.labNoun} />
  return (
    <EnvironmentPanel title={t.lab} deployment={myLab.deployment}>
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
                {t.claimAccount}
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
        <p className="small">{myLab.refusal?.message ?? t.noAccess}</p>
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
        {t.labFacts({
          duration: formatMinutes(myLab.duration_minutes),
          cloud: myLab.cloud,
          account: accountNames[myLab.cloud],
          extensions: myLab.extensions,
          resetsLeft: myLab.resets_left,
        })}
      </p>
      <ExtraData myLab={myLab} handle={handle}>
        <div>
          <LabButton handle={handle} action="deploy" variant="primary">
            {deployment ? t.deployAgain : t.deploy}
          </LabButton>
          {siteHas('lab_rules') && (
            <p className={styles.note}>
              {t.rulesApply({ link: (children) => <Link to={legalPaths.lab_rules}>{children}</Link> })}
            </p>
          )}
          {costsReset && <p className={styles.note}>{t.deployCostsReset({ resetsLeft: myLab.resets_left })}</p>}
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
            <span className={styles.place}>{t.place({ place: queue.place })}</span>
            <span className={styles.note}>{waitSentence(queue)}</span>
          </>
        ) : (
          t.lookingForFreeAccount
        )}
      </p>
      <p className={styles.note}>{t.queueNote}</p>
      <p>
        <LabButton handle={handle} action="end" size="small">
          {t.leaveQueue}
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
          label={t.cancel}
          size="small"
          title={t.stopBuildingTitle}
          confirmLabel={t.stopBuilding}
          cancelLabel={t.keepBuilding}
          isPending={handle.pendingAction === 'end'}
          onConfirm={() => handle.runAction('end')}
        >
          <p>{t.stopBuildingText}</p>
        </ConfirmButton>
      </div>
    </>
  )
}

/** Duration of the lab; after a reset, the remaining time. */
function durationText({ duration_minutes }: MyLabDetails, deployment: Deployment | null): string {
  const minutes = deployment ? Math.ceil(deployment.duration_seconds / 60) : duration_minutes
  return t.durationFromStart({ duration: formatMinutes(minutes), isRest: String(minutes < duration_minutes) })
}

/** End reasons caused by the learner. Deploying again after them costs a reset. */
const COSTS_RESET: ReadonlySet<string> = new Set(['learner', 'spend'])

/** Deploying again costs no reset if the lab was ended within three minutes. */
function ranOverThreeMinutes(from: string | null, to: string | null): boolean {
  return from !== null && to !== null && Date.parse(to) - Date.parse(from) > 3 * 60_000
}
