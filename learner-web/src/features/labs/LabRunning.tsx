import type { Deployment, MyLab } from '@flagyard/api-types'
import { Button, buttonClass } from '@flagyard/ui/Button'
import { classNames } from '@flagyard/ui/class-names'
import { useEffect, useRef, useState } from 'react'
import { countOf, formatClock } from '../../lib/format.ts'
import { useNow } from '../../lib/useNow.ts'
import { toasts } from '../../shell/toasts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Credentials } from './Credentials.tsx'
import styles from './LabPanel.module.css'
import type { LabHandle } from './useLab.ts'

/** A running lab: its clock, its way in, and what can be done with it. */
export function LabRunning({ mine, deployment, handle }: { mine: MyLab; deployment: Deployment; handle: LabHandle }) {
  const [asking, setAsking] = useState<'end' | 'reset' | 'resetAll' | null>(null)
  const now = useNow()
  const left = deployment.ends_at ? Date.parse(deployment.ends_at) - now : null
  const opens = deployment.extend_from ? Date.parse(deployment.extend_from) : null
  const canExtend = deployment.extensions_left > 0 && opens !== null && now >= opens
  useWarnings(mine.title, left)
  const confirmed = async () => {
    if (asking) await handle.act(asking)
    setAsking(null)
  }
  return (
    <>
      {left !== null && (
        <div>
          <span className={classNames(styles.timer, left < 10 * 60_000 && styles.soon)} role="timer">
            {formatClock(left)}
          </span>
          <span className={styles.note}>{extendWords(mine, deployment)}</span>
        </div>
      )}
      <div className={styles.actions}>
        {deployment.console_url && (
          <a
            className={buttonClass({ variant: 'primary', size: 'small' })}
            href={deployment.console_url}
            target="_blank"
            rel="noopener noreferrer"
          >
            Open console<span className="visually-hidden"> (in a new tab)</span>
          </a>
        )}
        <Button
          size="small"
          disabled={!canExtend}
          busy={handle.acting === 'extend'}
          onClick={() => void handle.act('extend')}
        >
          Extend
        </Button>
        <Button size="small" disabled={deployment.resets_left === 0} onClick={() => setAsking('reset')}>
          Reset
        </Button>
        <Button size="small" onClick={() => setAsking('end')}>
          End
        </Button>
      </div>
      <Credentials deployment={deployment} />
      <ConfirmDialog
        open={asking === 'end'}
        title="End this lab?"
        confirm="End the lab"
        keep="Keep it running"
        busy={handle.acting === 'end'}
        onConfirm={confirmed}
        onClose={() => setAsking(null)}
      >
        <p>
          Everything in the account is wiped and your credentials stop working. Solved flags stay solved. Deploying it
          again later costs one of your resets ({deployment.resets_left} left).
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'reset' || asking === 'resetAll'}
        title="Reset this lab?"
        confirm="Reset the lab"
        keep="Keep it as it is"
        busy={handle.acting === 'reset' || handle.acting === 'resetAll'}
        onConfirm={confirmed}
        onClose={() => setAsking(null)}
      >
        <p>
          What you built in the account is lost, and the lab is built anew with new credentials. Solved flags stay
          solved, and the time that is left stands still meanwhile.
        </p>
        <p>
          <strong>This costs one of your {countOf(deployment.resets_left, 'reset')}.</strong>
        </p>
        {mine.extra_fields.length > 0 && (
          <label className="row small">
            <input
              type="checkbox"
              checked={asking === 'resetAll'}
              onChange={(event) => setAsking(event.currentTarget.checked ? 'resetAll' : 'reset')}
            />
            Ask me again what the lab needs to know
          </label>
        )}
      </ConfirmDialog>
    </>
  )
}

function extendWords({ extensions }: MyLab, { extensions_left, extend_from, ends_at }: Deployment): string {
  if (extensions === 0) return 'This lab cannot be extended'
  if (extensions_left === 0) return 'No extension left'
  const opensAt = extend_from && ends_at ? formatClock(Date.parse(ends_at) - Date.parse(extend_from)) : null
  return `${opensAt ? `Extend from ${opensAt} · ` : ''}${extensions_left} of ${extensions} left`
}

const WARN_AT_MINUTES = [30, 10, 5]

/** Says it when little time is left: once each, at the moment it happens, never for what passed before. */
function useWarnings(title: string, left: number | null) {
  const before = useRef(left)
  useEffect(() => {
    const [earlier, now] = [before.current, left]
    before.current = left
    if (earlier === null || now === null) return
    const passed = WARN_AT_MINUTES.findLast((minutes) => earlier > minutes * 60_000 && now <= minutes * 60_000)
    if (passed) toasts.show({ type: 'warning', content: `“${title}” ends in ${passed} minutes.` })
  }, [title, left])
}
