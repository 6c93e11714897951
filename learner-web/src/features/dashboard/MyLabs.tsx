import type { MyLab } from '@flagyard/api-types'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { cloudNames, countOf } from '@flagyard/ui/format'
import { formatDate } from '../../lib/dates.ts'
import { labPath } from '../lab-work/lab-path.ts'
import styles from './Dashboard.module.css'

/** Labs bought separately. Labs of a course are shown in the course. */
export function MyLabs({ labs }: { labs: MyLab[] }) {
  const single = labs.filter((lab) => lab.single && lab.has_access)
  if (single.length === 0) return null
  return (
    <section className="stack">
      <h2 className={styles.title}>My labs</h2>
      <ul className={styles.labs}>
        {single.map((lab) => (
          <Card as="li" key={lab.slug} className={styles.lab}>
            <div>
              <h3>{lab.title}</h3>
              <p className="small muted">
                {cloudNames[lab.cloud]} · {lab.solved_flags} of {countOf(lab.flags, 'flag')} solved
                {lab.access_ends_at && ` · open until ${formatDate(lab.access_ends_at)}`}
              </p>
            </div>
            {lab.flags > 0 && lab.solved_flags === lab.flags ? <Chip tone="good">Solved</Chip> : <span />}
            <ButtonLink size="small" to={labPath(lab)}>
              Open<span className="visually-hidden"> {lab.title}</span>
            </ButtonLink>
          </Card>
        ))}
      </ul>
    </section>
  )
}
