import { Chip } from '@flagyard/ui/Chip'
import { classNames } from '@flagyard/ui/class-names'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import styles from './LabPreview.module.css'

/** A still picture of how a lab starts, made of the real components. */
export function LabPreview() {
  return (
    <figure className={styles.card} aria-label="How a lab starts">
      <div className="row between">
        <h2 className={styles.title}>Assume the wrong role</h2>
        <Chip tone="info">Building</Chip>
      </div>
      <p className="small muted">
        AWS account <span className="mono">2209 4471 0032</span> · 2 h 00 min
      </p>
      <ol className={styles.stages}>
        {stages.map(({ name, state, took }) => (
          <li key={name} className={classNames(styles.stage, styles[state])}>
            <span className={styles.dot} />
            {name}
            <span className={styles.took}>{took}</span>
          </li>
        ))}
      </ol>
      <ProgressBar value={46} label="Built so far" />
    </figure>
  )
}

const stages = [
  { name: 'Account leased', state: 'done', took: '0.2 s' },
  { name: 'Plan checked: 14 resources, $0.11/h', state: 'done', took: '4 s' },
  { name: 'Building the network', state: 'now', took: '12 s' },
  { name: 'Planting your flags', state: 'next', took: '' },
  { name: 'Handing you the keys', state: 'next', took: '' },
]
