import type { LabCard } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { classNames } from '@flagyard/ui/class-names'
import { formatMinutes } from '@flagyard/ui/format'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import * as t from '../../messages/en/course-tiles.ts'
import styles from './home.module.css'

interface Props {
  /** The lab to show. Default: a sample. */
  lab?: Pick<LabCard, 'title' | 'cloud' | 'duration_minutes'>
}

/** Static illustration of a starting lab, made of the real components. */
export function LabPreview({ lab = sample }: Props) {
  return (
    <figure className={styles.card} aria-label={t.howLabStarts}>
      <div className="row between">
        <p className={styles.previewTitle}>{lab.title}</p>
        <Chip tone="info">{t.building}</Chip>
      </div>
      <p className="small muted">{t.labFacts({ cloud: lab.cloud, time: formatMinutes(lab.duration_minutes) })}</p>
      <ol className={styles.stages}>
        {stages.map(({ name, state, took }) => (
          <li key={name} className={classNames(styles.stage, styles[state])}>
            <span className={styles.dot} data-drawn={state === 'now' ? 'on' : state === 'done' ? 'mark' : undefined} />
            {name}
            <span className={styles.took}>{took}</span>
          </li>
        ))}
      </ol>
      <ProgressBar value={46} label={t.builtSoFar} />
    </figure>
  )
}

const sample = { title: t.sampleLab, cloud: 'aws', duration_minutes: 120 } as const

const stages = [
  { name: t.accountLeased, state: 'done', took: t.accountLeasedTime },
  { name: t.planChecked, state: 'done', took: t.planCheckedTime },
  { name: t.buildingNetwork, state: 'now', took: t.buildingNetworkTime },
  { name: t.plantingFlags, state: 'next', took: '' },
  { name: t.handingOverKeys, state: 'next', took: '' },
]
