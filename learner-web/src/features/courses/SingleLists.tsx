import type { ExamCard, LabCard } from '@flagyard/api-types'
import { cloudNames, countOf, formatMinutes, formatPrice, levelNames } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import type { ReactNode } from 'react'
import { labPath } from '../lab-work/lab-path.ts'
import type { Owned } from '../orders/useOwned.ts'
import styles from './CoursesPage.module.css'
import { useSinglePath } from './catalogue-path.ts'

/** Labs sold separately. Each links to its page, or to its lesson if the learner owns it. */
export function LabList({ labs, owned }: { labs: LabCard[]; owned: Owned }) {
  const pathOf = useSinglePath()
  return (
    <ul className={styles.list}>
      {labs.map((lab) => {
        const mine = owned.labs.get(lab.slug)
        return (
          <Item
            key={lab.slug}
            to={mine ? labPath(mine) : pathOf('lab', lab.slug)}
            title={lab.title}
            facts={`${cloudNames[lab.cloud]} · ${levelNames[lab.difficulty]} · ${formatMinutes(lab.duration_minutes)} · ${countOf(lab.flags, 'flag')}`}
          >
            {mine
              ? `Yours · ${mine.solved_flags} of ${countOf(mine.flags, 'flag')}`
              : lab.price && formatPrice(lab.price)}
          </Item>
        )
      })}
    </ul>
  )
}

/** Exams with links to their pages. */
export function ExamList({ exams, owned }: { exams: ExamCard[]; owned: Owned }) {
  const pathOf = useSinglePath()
  return (
    <ul className={styles.list}>
      {exams.map((exam) => (
        <Item
          key={exam.slug}
          to={pathOf('exam', exam.slug)}
          title={exam.title}
          facts={`${cloudNames[exam.cloud]} · ${formatMinutes(exam.duration_minutes)} · pass with ${exam.passing_points} points`}
        >
          {owned.exams.has(exam.slug) ? 'Yours' : exam.bookable ? formatPrice(exam.price) : 'Booking opens soon'}
        </Item>
      ))}
    </ul>
  )
}

function Item({ to, title, facts, children }: { to: string; title: string; facts: string; children: ReactNode }) {
  return (
    <li className={styles.item}>
      <div>
        <Link to={to} className={styles.link}>
          {title}
        </Link>
        <p className={styles.facts}>{facts}</p>
      </div>
      <span className={styles.price}>{children}</span>
    </li>
  )
}
