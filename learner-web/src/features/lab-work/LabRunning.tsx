import type { Deployment, MyLabDetails, Emptied as Receipt } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { countOf, formatMinutes } from '@flagyard/ui/format'
import { useState } from 'react'
import { formatDateTime, formatTime } from '../../lib/format.ts'
import { useNow } from '../../lib/useNow.ts'
import { ConfirmDialog } from '../../shell/ConfirmDialog.tsx'
import { Contents } from './Contents.tsx'
import { EnvironmentAccess } from './Environment.tsx'
import { ExtraDataSummary } from './ExtraData.tsx'
import styles from './lab-work.module.css'
import type { LabHandle } from './useLab.ts'

/** ID of the note that says when the lab can be extended. It describes the button in the strip. */
export const EXTENSION_NOTE = 'lab-extension'

interface Props {
  myLab: MyLabDetails
  deployment: Deployment
  handle: LabHandle
}

export function LabRunning({ myLab, deployment, handle }: Props) {
  const [confirming, setConfirming] = useState<'reset' | 'resetAll' | null>(null)
  const now = useNow()
  const runConfirmed = async () => {
    if (confirming) await handle.runAction(confirming)
    setConfirming(null)
  }
  return (
    <>
      <p id={EXTENSION_NOTE} className="small muted">
        {extensionText(myLab, deployment, now)}
      </p>
      <Contents contents={deployment.contents} />
      <Emptied receipt={deployment.emptied} />
      <EnvironmentAccess deployment={deployment}>
        <Button size="small" disabled={deployment.resets_left === 0} onClick={() => setConfirming('reset')}>
          Reset
        </Button>
      </EnvironmentAccess>
      <ExtraDataSummary myLab={myLab}>
        <p className={styles.note}>The lab was built with these values. To change them, reset the lab.</p>
      </ExtraDataSummary>
      <ConfirmDialog
        open={confirming !== null}
        title="Reset this lab?"
        confirmLabel="Reset the lab"
        cancelLabel="Cancel"
        isPending={handle.pendingAction === 'reset' || handle.pendingAction === 'resetAll'}
        onConfirm={runConfirmed}
        onClose={() => setConfirming(null)}
      >
        <p>
          <strong>This costs one of your {countOf(deployment.resets_left, 'reset')}.</strong> The lab is built again,
          with new credentials.
        </p>
        <p>
          You keep your solved flags, the hints you took, and the remaining time. The clock is paused until the lab
          runs.
        </p>
        <p>You lose everything you did in the account, and your current credentials.</p>
        <ExtraDataSummary myLab={myLab} />
        {myLab.extra_fields.length > 0 && (
          <label className="row small">
            <input
              type="checkbox"
              checked={confirming === 'resetAll'}
              onChange={(event) => setConfirming(event.currentTarget.checked ? 'resetAll' : 'reset')}
            />
            Let me change this before the lab is built again
          </label>
        )}
      </ConfirmDialog>
    </>
  )
}

function extensionText(lab: MyLabDetails, { extensions_left, extend_from }: Deployment, now: number): string {
  if (lab.extensions === 0) return 'This lab cannot be extended.'
  if (extensions_left === 0 || !extend_from) return 'You have used all extensions.'
  const when = now >= Date.parse(extend_from) ? 'now' : `from ${formatTime(extend_from)}`
  return `You can extend it by ${formatMinutes(lab.extension_minutes)} ${when} · ${extensions_left} of ${lab.extensions} left`
}

/** Receipt that the account was empty when it was assigned. */
export function Emptied({ receipt }: { receipt: Receipt | null }) {
  if (!receipt) return null
  const { cleaned_at, removed, verified_at, stays } = receipt
  return (
    <details className={styles.receipt}>
      <summary>Last checked empty: {formatDateTime(verified_at)}</summary>
      <p className={styles.note}>
        {cleaned_at
          ? `Emptied ${formatDateTime(cleaned_at)}: ${countOf(removed, 'resource')} of the previous lab removed. Then we checked again.`
          : 'You are its first user.'}{' '}
        {stays.length === 0
          ? 'It was empty.'
          : `Only default resources were left: ${stays.map(({ type, count }) => (count === 1 ? type : `${count} × ${type}`)).join(', ')}.`}
      </p>
    </details>
  )
}
