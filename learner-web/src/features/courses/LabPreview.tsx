import type { LabCard } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { classNames } from '@flagyard/ui/class-names'
import { accountNames, formatMinutes } from '@flagyard/ui/format'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import styles from './home.module.css'

interface Props {
  /** The lab to show. Default: a sample. */
  lab?: Pick<LabCard, 'title' | 'cloud' | 'duration_minutes'>
}

/** Static illustration of a starting lab, made of the real components. */
export function LabPreview({ lab = sample }: Props) {
  return (
    <figure className={styles.card} aria-label="How a lab starts">
      <div className="row between">
        <p className={styles.previewTitle}>{lab.title}</p>
        <Chip tone="info">Building</Chip>
      </div>
      <p className="small muted">
        {accountNames[lab.cloud]} of your own · {formatMinutes(lab.duration_minutes)}
      </p>
      <ol className={styles.stages}>
        {stages.map(({ name, state, took }) => (
          <li key={name} className={classNames(styles.stage, styles[state])}>
            <span className={styles.dot} data-drawn={state === 'now' ? 'on' : state === 'done' ? 'mark' : undefined} />
            {name}
            <span className={styles.took}>{took}</span>
          </li>
        ))}
      </ol>
      <ProgressBar value={46} label="Built so far" />
    </figure>
  )
}

const sample = { title: 'Assume the wrong role', cloud: 'aws', duration_minutes: 120 } as const

const stages = [
  { name: 'Account leased', state: 'done', took: '0.2 s' },
  { name: 'Plan checked', state: 'done', took: '4 s' },
  { name: 'Building the network', state: 'now', took: '12 s' },
  { name: 'Planting your flags', state: 'next', took: '' },
  { name: 'Handing you the keys', state: 'next', took: '' },
]
