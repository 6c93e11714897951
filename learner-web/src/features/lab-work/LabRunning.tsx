import type { Deployment, MyLabDetails, Emptied as Receipt } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { formatMinutes } from '@flagyard/ui/format'
import { useState } from 'react'
import { formatDateTime, formatTime } from '../../lib/format.ts'
import { useNow } from '../../lib/useNow.ts'
import * as t from '../../messages/en/lab-work.ts'
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
          {t.reset}
        </Button>
      </EnvironmentAccess>
      <ExtraDataSummary myLab={myLab}>
        <p className={styles.note}>{t.builtWithValues}</p>
      </ExtraDataSummary>
      <ConfirmDialog
        open={confirming !== null}
        title={t.resetLabTitle}
        confirmLabel={t.resetLab}
        cancelLabel={t.cancel}
        isPending={handle.pendingAction === 'reset' || handle.pendingAction === 'resetAll'}
        onConfirm={runConfirmed}
        onClose={() => setConfirming(null)}
      >
        <p>{t.resetCosts({ resetsLeft: deployment.resets_left })}</p>
        <p>{t.resetKeeps}</p>
        <p>{t.resetLoses}</p>
        <ExtraDataSummary myLab={myLab} />
        {myLab.extra_fields.length > 0 && (
          <label className="row small">
            <input
              type="checkbox"
              checked={confirming === 'resetAll'}
              onChange={(event) => setConfirming(event.currentTarget.checked ? 'resetAll' : 'reset')}
            />
            {t.changeBeforeReset}
          </label>
        )}
      </ConfirmDialog>
    </>
  )
}

function extensionText(lab: MyLabDetails, { extensions_left, extend_from }: Deployment, now: number): string {
  if (lab.extensions === 0) return t.cannotBeExtended
  if (extensions_left === 0 || !extend_from) return t.allExtensionsUsed
  return t.canExtend({
    duration: formatMinutes(lab.extension_minutes),
    isNow: String(now >= Date.parse(extend_from)),
    time: formatTime(extend_from),
    left: extensions_left,
    all: lab.extensions,
  })
}

/** Receipt that the account was empty when it was assigned. */
export function Emptied({ receipt }: { receipt: Receipt | null }) {
  if (!receipt) return null
  const { cleaned_at, removed, verified_at, stays } = receipt
  return (
    <details className={styles.receipt}>
      <summary>{t.lastCheckedEmpty({ date: formatDateTime(verified_at) })}</summary>
      <p className={styles.note}>
        {cleaned_at ? t.emptied({ date: formatDateTime(cleaned_at), removed }) : t.firstUser}{' '}
        {stays.length === 0
          ? t.itWasEmpty
          : t.onlyDefaultsWereLeft({
              resources: stays.map(({ type, count }) => (count === 1 ? type : `${count} × ${type}`)).join(', '),
            })}
      </p>
    </details>
  )
}
