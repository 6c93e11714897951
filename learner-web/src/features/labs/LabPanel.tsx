import type { MyLab } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Chip } from '@flagyard/ui/Chip'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { useState } from 'react'
import { cloudNames, countOf, formatMinutes } from '../../lib/format.ts'
import { errorMessage } from '../../lib/useSubmit.ts'
import { Stages } from '../deployments/Stages.tsx'
import { accountWords, endWords, stateChip } from '../deployments/words.ts'
import { BuyButton } from '../orders/BuyButton.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { ExtraDataForm } from './ExtraDataForm.tsx'
import styles from './LabPanel.module.css'
import { LabRunning } from './LabRunning.tsx'
import { type LabHandle, type LabLesson, useLab } from './useLab.ts'

/** The environment of a lab, from its start to its end. */
export function LabPanel({ lab, at }: { lab: string; at: LabLesson }) {
  const handle = useLab(lab, at)
  const { mine, error, retry, problem } = handle
  if (error && !mine) return <Failed what="the lab" why={errorMessage(error)} onRetry={retry} />
  if (!mine) return <Loading what="the lab" />
  const chip = stateChip(mine.deployment)
  return (
    <section className={styles.panel}>
      <div className="row between">
        <h2 className={styles.title}>Lab</h2>
        <Chip tone={chip.tone}>{chip.word}</Chip>
      </div>
      <Body mine={mine} handle={handle} />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
    </section>
  )
}

function Body({ mine, handle }: { mine: MyLab; handle: LabHandle }) {
  const { deployment } = mine
  switch (deployment?.state) {
    case undefined:
    case 'ended':
      return <Start mine={mine} handle={handle} />
    case 'queued':
      return <Queued mine={mine} handle={handle} />
    case 'held':
      return (
        <>
          <p className="small">It is your turn: an account is held for you for ten minutes.</p>
          <p>
            <Button variant="primary" busy={handle.acting === 'deploy'} onClick={() => void handle.act('deploy')}>
              Claim it
            </Button>
          </p>
        </>
      )
    case 'provisioning':
      return <Building mine={mine} handle={handle} />
    case 'running':
      return deployment && <LabRunning mine={mine} deployment={deployment} handle={handle} />
    case 'ending':
      return (
        <>
          <p className="small muted">
            {deployment?.reason ? endWords[deployment.reason] : ''} The account is being taken back; its credentials no
            longer work.
          </p>
          <Stages stages={deployment?.stages ?? []} />
        </>
      )
  }
}

/** Before the first start, and after each end. */
function Start({ mine, handle }: { mine: MyLab; handle: LabHandle }) {
  const { deployment } = mine
  if (!mine.has_access)
    return (
      <>
        <p className="small">{mine.refusal?.message ?? 'You do not have this lab yet.'}</p>
        {mine.price && <BuyButton kind="lab" slug={mine.slug} price={mine.price} />}
      </>
    )
  const failed = deployment?.reason === 'failed'
  const costsReset = deployment?.reason === 'learner' && livedLong(deployment.running_at, deployment.ended_at)
  return (
    <>
      {deployment?.reason && (
        <p className="small" role={failed ? 'alert' : undefined}>
          {endWords[deployment.reason]}
          {deployment.message && ` ${deployment.message}`}
        </p>
      )}
      {failed && <Stages stages={deployment.stages} />}
      <p className="small muted">
        {formatMinutes(mine.duration_minutes)} in {mine.cloud === 'gcp' ? 'a' : 'an'} {cloudNames[mine.cloud]} account
        of your own
        {mine.extensions > 0 && ` · ${countOf(mine.extensions, 'extension')}`} · {countOf(mine.resets_left, 'reset')}{' '}
        left
      </p>
      {isAsking(mine) ? (
        <ExtraDataForm mine={mine} onKept={handle.replace} />
      ) : (
        <div>
          <Button variant="primary" busy={handle.acting === 'deploy'} onClick={() => void handle.act('deploy')}>
            {deployment ? 'Deploy again' : 'Deploy'}
          </Button>
          {costsReset && (
            <p className={styles.note}>Deploying again costs one of your {countOf(mine.resets_left, 'reset')}.</p>
          )}
        </div>
      )}
    </>
  )
}

function Queued({ mine, handle }: { mine: MyLab; handle: LabHandle }) {
  const queue = mine.deployment?.queue
  return (
    <>
      {isAsking(mine) && <ExtraDataForm mine={mine} onKept={handle.replace} />}
      <p aria-live="polite">
        {queue ? (
          <>
            <span className={styles.place}>Place {queue.place}</span>
            <span className={styles.note}>
              {queue.estimate_seconds === null
                ? 'All accounts are in use. We cannot say yet how long it takes.'
                : `About ${formatMinutes(Math.max(1, Math.ceil(queue.estimate_seconds / 60)))} until an account is free.`}
            </span>
          </>
        ) : (
          'Looking for a free account.'
        )}
      </p>
      <p className={styles.note}>
        It starts by itself while this page is open. If you leave, an account is held for you for ten minutes when your
        turn comes.
      </p>
      <p>
        <Button size="small" busy={handle.acting === 'end'} onClick={() => void handle.act('end')}>
          Leave the queue
        </Button>
      </p>
    </>
  )
}

function Building({ mine, handle }: { mine: MyLab; handle: LabHandle }) {
  const [asking, setAsking] = useState(false)
  const { deployment } = mine
  return (
    <>
      <p className="small muted">
        {cloudNames[mine.cloud]} account{' '}
        {deployment?.account_id && <span className="mono">{accountWords(deployment.account_id)}</span>} ·{' '}
        {formatMinutes(mine.duration_minutes)}, counted once it runs
      </p>
      <Stages stages={deployment?.stages ?? []} />
      <p>
        <Button size="small" onClick={() => setAsking(true)}>
          Cancel
        </Button>
      </p>
      <ConfirmDialog
        open={asking}
        title="Stop building this lab?"
        confirm="Stop it"
        keep="Go on building"
        busy={handle.acting === 'end'}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await handle.act('end')
          setAsking(false)
        }}
      >
        <p>What is already built is taken down again. You can start anew at any time.</p>
      </ConfirmDialog>
    </>
  )
}

/** Whether the lab still waits for something that it must know before it is built. */
function isAsking({ extra_fields, extra_data }: MyLab): boolean {
  return extra_fields.some(({ name, required }) => required && !extra_data[name]?.trim())
}

/** What was ended within three minutes costs nothing. */
function livedLong(from: string | null, to: string | null): boolean {
  return from !== null && to !== null && Date.parse(to) - Date.parse(from) > 3 * 60_000
}
