import type { Deployment, MyLab } from '@flagyard/api-types'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { cloudNames, countOf } from '@flagyard/ui/format'
import { formatClock } from '../../lib/format.ts'
import { useNow } from '../../lib/useNow.ts'
import { deploymentChip } from '../deployments/labels.ts'
import { labPath } from '../lab-work/lab-path.ts'
import styles from './Dashboard.module.css'

/** Running and queued labs. */
export function RunningLabs({ labs }: { labs: MyLab[] }) {
  const active = labs.filter((lab) => lab.deployment && lab.deployment.state !== 'ended')
  if (active.length === 0) return null
  return (
    <section className="stack">
      <h2 className={styles.title}>Running labs</h2>
      <ul className={styles.labs}>
        {active.map((lab) => (
          <Card as="li" key={lab.slug} className={styles.lab}>
            <div>
              <h3>{lab.title}</h3>
              <p className="small muted">
                {cloudNames[lab.cloud]} · {lab.solved_flags} of {countOf(lab.flags, 'flag')} solved
              </p>
            </div>
            {lab.deployment && <TimeLeft deployment={lab.deployment} />}
            <ButtonLink size="small" to={labPath(lab)}>
              Go to the lab<span className="visually-hidden"> {lab.title}</span>
            </ButtonLink>
          </Card>
        ))}
      </ul>
    </section>
  )
}

function TimeLeft({ deployment }: { deployment: Deployment }) {
  const now = useNow()
  const chip = deploymentChip(deployment)
  return (
    <p className="row">
      <Chip tone={chip.tone}>{chip.label}</Chip>
      {deployment.state === 'running' && deployment.ends_at && (
        <span className={styles.timer}>{formatClock(Date.parse(deployment.ends_at) - now)}</span>
      )}
      {deployment.state === 'queued' && deployment.queue && <span>Place {deployment.queue.place}</span>}
    </p>
  )
}
