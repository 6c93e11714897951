import { paths } from '@flagyard/api-types/links'
import { cloudNames, countOf, formatMinutes, formatMoney, levelNames } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callQuery } from '../../lib/query.ts'
import styles from './CoursesPage.module.css'

/** Labs and exams that are sold without a course. Each opens a dialog with its description. */
export function SingleOffers() {
  const { data: labs = [] } = useQuery(callQuery('listLabs'))
  const { data: exams = [] } = useQuery(callQuery('listPublicExams'))
  return (
    <div className={styles.pair}>
      {labs.length > 0 && (
        <List title="Single labs">
          {labs.map((lab) => (
            <Item
              key={lab.slug}
              to={paths.lab(lab.slug)}
              title={lab.title}
              facts={`${cloudNames[lab.cloud]} · ${levelNames[lab.difficulty]} · ${formatMinutes(lab.duration_minutes)} · ${countOf(lab.flags, 'flag')}`}
              price={lab.price ? formatMoney(lab.price) : 'Part of a course'}
            />
          ))}
        </List>
      )}
      {exams.length > 0 && (
        <List title="Exams">
          {exams.map((exam) => (
            <Item
              key={exam.slug}
              to={paths.exam(exam.slug)}
              title={exam.title}
              facts={`${cloudNames[exam.cloud]} · ${formatMinutes(exam.duration_minutes)} · pass with ${exam.passing_points} points`}
              price={exam.bookable ? formatMoney(exam.price) : 'Booking opens soon'}
            />
          ))}
        </List>
      )}
    </div>
  )
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <ul className={styles.list}>{children}</ul>
    </section>
  )
}

function Item({ to, title, facts, price }: { to: string; title: string; facts: string; price: string }) {
  return (
    <li className={styles.item}>
      <div>
        <Link to={to} className={styles.link}>
          {title}
        </Link>
        <p className={styles.facts}>{facts}</p>
      </div>
      <span className={styles.price}>{price}</span>
    </li>
  )
}
