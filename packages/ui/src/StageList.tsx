import type { Stage } from '@flagyard/api-types'
import styles from './components.module.css'
import { ProgressBar } from './ProgressBar.tsx'

interface Props {
  stages: Stage[]
  /** Current time, for stages that are still running. */
  now: number
  /** Set this if another element on the page announces the stage, so that it is not announced twice. */
  isSilent?: boolean
}

export function StageList({ stages, now, isSilent = false }: Props) {
  if (stages.length === 0) return null
  const done = stages.filter((stage) => stage.state === 'done').length
  const active = stages.find((stage) => stage.state === 'active')
  return (
    <div className={styles.box}>
      <ol className={styles.stages}>
        {stages.map((stage) => (
          <li key={stage.name} className={styles[stage.state]}>
            <span className={styles.dot} data-drawn={drawnOf(stage.state)} />
            <span className={styles.name}>
              {stage.name}
              <span className="visually-hidden">: {stateLabels[stage.state]}</span>
            </span>
            <span className={styles.time}>{durationOf(stage, now)}</span>
            {stage.log.length > 0 && (
              <details className={styles.log}>
                <summary>Log</summary>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
                <pre tabIndex={0}>{stage.log.join('\n')}</pre>
              </details>
            )}
          </li>
        ))}
      </ol>
      <ProgressBar value={(done / stages.length) * 100} label="Stages done" />
      {!isSilent && (
        <p className="visually-hidden" aria-live="polite">
          {active ? `${active.name}…` : ''}
        </p>
      )}
    </div>
  )
}

/** Style of the dot in forced-colours mode. */
const drawnOf = (state: Stage['state']) => (state === 'active' ? 'on' : state === 'waiting' ? undefined : 'mark')

const stateLabels = { waiting: 'to come', active: 'now', done: 'done', failed: 'failed' } as const

function durationOf({ started_at, ended_at }: Stage, now: number): string {
  if (!started_at) return ''
  const seconds = ((ended_at ? Date.parse(ended_at) : now) - Date.parse(started_at)) / 1000
  return seconds < 1 ? `${Math.max(0.1, seconds).toFixed(1)} s` : `${Math.floor(seconds)} s`
}
