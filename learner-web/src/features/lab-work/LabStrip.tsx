import type { Deployment, MyFlag, MyLabDetails } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { classNames } from '@flagyard/ui/class-names'
import { onlineAtom } from '@flagyard/ui/page-state'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect } from 'react'
import { formatClock, formatTime } from '../../lib/format.ts'
import { useNow, useTimeWarnings } from '../../lib/useNow.ts'
import * as t from '../../messages/en/lab-work.ts'
import { ConfirmButton } from '../../shell/ConfirmDialog.tsx'
import { toasts } from '../../shell/toasts.ts'
import { deploymentChip } from '../deployments/Stages.tsx'
import { LabButton } from './Environment.tsx'
import { EXTENSION_NOTE } from './LabRunning.tsx'
import styles from './lab-work.module.css'
import type { LabHandle } from './useLab.ts'

/** Sticky bar of a lab: state, time left, flags and urgent actions. */
export function LabStrip({ title, handle, flags }: { title: string; handle: LabHandle; flags: MyFlag[] | undefined }) {
  const { myLab } = handle
  const isOnline = useAtomValue(onlineAtom)
  const deployment = myLab?.deployment ?? null
  const chip = deploymentChip(deployment)
  const solved = flags?.filter((flag) => flag.solved_at).length ?? myLab?.solved_flags ?? 0
  const all = flags?.length ?? myLab?.flags ?? 0
  const isRunning = deployment?.state === 'running'
  return (
    <section className={classNames(styles.strip, !isOnline && styles.belowNotice)} aria-label={t.labStatus}>
      <Chip tone={chip.tone}>{chip.label}</Chip>
      {myLab && isRunning && <TimeLeft title={title} deployment={deployment} />}
      {deployment && !isRunning && <span className={styles.step}>{stepOf(deployment)}</span>}
      {all > 0 && <span className={styles.solved}>{t.solvedOfFlags({ solved, all })}</span>}
      <nav className={styles.ways} aria-label={t.withinThisLesson}>
        <a href="#instructions">{t.text}</a>
        <a href="#lab">{t.lab}</a>
        {all > 0 && <a href="#flags">{t.flags}</a>}
      </nav>
      {myLab && isRunning && (
        <div className={styles.workspaceButtons}>
          <Extend myLab={myLab} deployment={deployment} handle={handle} />
          <EndLab deployment={deployment} handle={handle} />
        </div>
      )}
      <p className="visually-hidden" role="status">
        {deployment && t.labAnnouncement({ state: chip.label, details: announcementOf(deployment) })}
      </p>
    </section>
  )
}

/** Changes announced by screen readers: place in the queue, build stage, and end time. */
function announcementOf(deployment: Deployment): string {
  const { state, stages, ends_at } = deployment
  if (state === 'running') return ends_at ? t.runsUntil({ time: formatTime(ends_at) }) : ''
  const step = stepOf(deployment)
  if (state !== 'provisioning' || step === '') return step
  return t.stageOf({ step, number: stages.findIndex(({ name }) => name === step) + 1, all: stages.length })
}

function stepOf({ state, queue, stages }: Deployment): string {
  if (state === 'queued') return queue ? t.placeInQueue({ place: queue.place }) : ''
  return state === 'provisioning' ? (stages.find((stage) => stage.state === 'active')?.name ?? '') : ''
}

/** Time left, here and in the title of the tab. Warns at 30, 10, 5 and 1 minutes. */
function TimeLeft({ title, deployment }: { title: string; deployment: Deployment }) {
  const now = useNow()
  const remaining = deployment.ends_at ? Date.parse(deployment.ends_at) - now : null
  const warn = useCallback(
    (minutes: number) => toasts.show({ type: 'warning', content: t.endsIn({ title, minutes }) }),
    [title],
  )
  useTimeWarnings(remaining, deployment.ends_at, warn)
  useTitlePrefix(remaining === null ? null : formatClock(remaining))
  if (remaining === null) return null
  return (
    <span
      className={classNames(styles.timer, remaining < 10 * 60_000 && styles.soon)}
      role="timer"
      aria-label={t.timeLeft({ time: formatClock(remaining) })}
    >
      {formatClock(remaining)}
    </span>
  )
}

function Extend({ myLab, deployment, handle }: { myLab: MyLabDetails; deployment: Deployment; handle: LabHandle }) {
  const now = useNow()
  if (myLab.extensions === 0) return null
  const from = deployment.extend_from ? Date.parse(deployment.extend_from) : null
  const canExtend = deployment.extensions_left > 0 && from !== null && now >= from
  return (
    <LabButton handle={handle} action="extend" size="small" disabled={!canExtend} aria-describedby={EXTENSION_NOTE}>
      {canExtend ? t.extend : unavailableLabel(deployment)}
    </LabButton>
  )
}

/** Button label with the reason why the lab cannot be extended now. */
const unavailableLabel = ({ extensions_left, extend_from }: Deployment) =>
  extensions_left > 0 && extend_from ? t.extendFrom({ time: formatTime(extend_from) }) : t.noExtensionsLeft

function EndLab({ deployment, handle }: { deployment: Deployment; handle: LabHandle }) {
  return (
    <ConfirmButton
      label={t.end}
      size="small"
      title={t.endLabTitle}
      confirmLabel={t.endLab}
      cancelLabel={t.keepItRunning}
      isPending={handle.pendingAction === 'end'}
      onConfirm={() => handle.runAction('end')}
    >
      <p>{t.endLabText({ resetsLeft: deployment.resets_left })}</p>
    </ConfirmButton>
  )
}

const TIME_PREFIX = /^\d+:\d\d:\d\d · /

/** Shows the time left in the tab's title, until the component unmounts. */
function useTitlePrefix(clock: string | null): void {
  useEffect(() => {
    setPrefix(clock)
  }, [clock])
  useEffect(() => () => setPrefix(null), [])
}

function setPrefix(clock: string | null) {
  const title = document.title.replace(TIME_PREFIX, '')
  document.title = clock ? `${clock} · ${title}` : title
}
