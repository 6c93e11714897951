import type { Deployment, MyLabDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { classNames } from '@flagyard/ui/class-names'
import { countOf, formatMinutes } from '@flagyard/ui/format'
import { useCallback, useId, useState } from 'react'
import { formatTime } from '../../lib/dates.ts'
import { formatClock } from '../../lib/format.ts'
import { useNow } from '../../lib/useNow.ts'
import { useTimeWarnings } from '../../lib/useTimeWarnings.ts'
import { ConfirmDialog } from '../../shell/ConfirmDialog.tsx'
import { toasts } from '../../shell/toasts.ts'
import { EnvironmentAccess } from './Environment.tsx'
import { ExtraDataSummary } from './ExtraData.tsx'
import styles from './LabPanel.module.css'
import type { LabHandle } from './useLab.ts'

/** A running lab: the time left, the link to its cloud console, its credentials and its buttons. */
export function LabRunning({
  myLab,
  deployment,
  handle,
}: {
  myLab: MyLabDetails
  deployment: Deployment
  handle: LabHandle
}) {
  const [confirming, setConfirming] = useState<'end' | 'reset' | 'resetAll' | null>(null)
  const now = useNow()
  const extensionNote = useId()
  const remaining = deployment.ends_at ? Date.parse(deployment.ends_at) - now : null
  const extendFrom = deployment.extend_from ? Date.parse(deployment.extend_from) : null
  const canExtend = deployment.extensions_left > 0 && extendFrom !== null && now >= extendFrom
  const { title } = myLab
  const warn = useCallback(
    (minutes: number) => toasts.show({ type: 'warning', content: `“${title}” ends in ${minutes} minutes.` }),
    [title],
  )
  useTimeWarnings(remaining, deployment.ends_at, warn)
  const runConfirmed = async () => {
    if (confirming) await handle.runAction(confirming)
    setConfirming(null)
  }
  return (
    <>
      {remaining !== null && (
        <div>
          <span className={classNames(styles.timer, remaining < 10 * 60_000 && styles.soon)} role="timer">
            {formatClock(remaining)}
          </span>
          <span id={extensionNote} className={styles.note}>
            {extensionText(myLab, deployment, now)}
          </span>
        </div>
      )}
      <EnvironmentAccess deployment={deployment}>
        <Button
          size="small"
          disabled={!canExtend}
          aria-describedby={extensionNote}
          busy={handle.pendingAction === 'extend'}
          onClick={() => void handle.runAction('extend')}
        >
          Extend
        </Button>
        <Button size="small" disabled={deployment.resets_left === 0} onClick={() => setConfirming('reset')}>
          Reset
        </Button>
        <Button size="small" onClick={() => setConfirming('end')}>
          End
        </Button>
      </EnvironmentAccess>
      <ExtraDataSummary myLab={myLab}>
        <p className={styles.note}>The lab was built with this. To change it, reset the lab.</p>
      </ExtraDataSummary>
      <ConfirmDialog
        open={confirming === 'end'}
        title="End this lab?"
        confirmLabel="End the lab"
        cancelLabel="Keep it running"
        isPending={handle.pendingAction === 'end'}
        onConfirm={runConfirmed}
        onClose={() => setConfirming(null)}
      >
        <p>
          Everything in the account is wiped and your credentials stop working. Solved flags stay solved. Deploying it
          again later costs one of your resets ({deployment.resets_left} left).
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={confirming === 'reset' || confirming === 'resetAll'}
        title="Reset this lab?"
        confirmLabel="Reset the lab"
        cancelLabel="Keep it as it is"
        isPending={handle.pendingAction === 'reset' || handle.pendingAction === 'resetAll'}
        onConfirm={runConfirmed}
        onClose={() => setConfirming(null)}
      >
        <p>
          Everything you did in the account is lost, and the lab is built again with new credentials. Solved flags stay
          solved, and the clock stops in the meantime.
        </p>
        <p>
          <strong>This costs one of your {countOf(deployment.resets_left, 'reset')}.</strong>
        </p>
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
