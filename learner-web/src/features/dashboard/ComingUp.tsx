import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Icon } from '@flagyard/ui/Icon'
import { useState } from 'react'
import { listDue, type Mine } from './coming-up.ts'
import styles from './Dashboard.module.css'

/** Upcoming dates, and certificates that are nearly earned. */
export function ComingUp(mine: Mine) {
  const [now] = useState(Date.now)
  const due = listDue(mine, now)
  if (due.length === 0) return null
  return (
    <section className="stack" aria-labelledby="coming-up">
      <h2 id="coming-up" className={styles.title}>
        Coming up
      </h2>
      <ul className={styles.labs}>
        {due.map(({ key, icon, text, link }) => (
          <Card as="li" key={key} className={styles.due}>
            <Icon name={icon} size={20} />
            <p>{text}</p>
            <ButtonLink size="small" to={link.to}>
              {link.label}
              <span className="visually-hidden">: {text}</span>
            </ButtonLink>
          </Card>
        ))}
      </ul>
    </section>
  )
}
