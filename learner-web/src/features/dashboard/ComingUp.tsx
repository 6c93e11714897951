import type { EarnedCertificate, MyCourse, MyExam, MyLab, UnpaidOrder } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { countOf } from '@flagyard/ui/format'
import { Icon } from '@flagyard/ui/Icon'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { labPath } from '../../lib/record-paths.ts'
import { payWay } from '../orders/orders.ts'
import styles from './Dashboard.module.css'

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

interface Due {
  key: string
  icon: 'clock' | 'certificate' | 'flag' | 'copy'
  text: string
  link: { to: string; label: string }
  /** Deadline in milliseconds since the epoch. Items without a deadline come last. */
  at: number
}

interface Mine {
  courses: MyCourse[]
  labs: MyLab[]
  exams: MyExam[]
  earned: EarnedCertificate[]
  unpaid: UnpaidOrder[]
}

const SOON_MS = 14 * 86_400_000
/** Maximum number of remaining lessons at which a certificate counts as nearly earned. */
const NEAR_LESSONS = 3
const MOST = 5

/** Upcoming items, soonest first: exams, expiring access, unpaid orders, and earned or nearly earned certificates. */
function listDue({ courses, labs, exams, earned, unpaid }: Mine, now: number): Due[] {
  const all = [
    ...exams.flatMap((exam) => ofExam(exam, now)),
    ...courses.flatMap((course) => (course.completed_at ? [] : endOf(course, paths.classroom(course.slug), now))),
    ...labs.flatMap((lab) =>
      lab.single && lab.has_access && lab.solved_flags < lab.flags ? endOf(lab, labPath(lab), now) : [],
    ),
    ...unpaid.map(ofUnpaid),
    ...earned.map(ofEarned),
    ...courses.flatMap(ofNear),
  ]
  return all.sort((a, b) => a.at - b.at).slice(0, MOST)
}

function ofExam(exam: MyExam, now: number): Due[] {
  const { slug, title, attempt, bookable, has_access } = exam
  const due = (text: string, label: string, at: number): Due[] => [
    { key: `exam ${slug}`, icon: 'flag', text, link: { to: paths.examroom(slug), label }, at },
  ]
  if (attempt?.state === 'active')
    return due(
      attempt.active_until
        ? `You are sitting “${title}” until ${formatDateTime(attempt.active_until)}.`
        : `You are sitting “${title}”. Its clock stands.`,
      'Back to the room',
      0,
    )
  if ((attempt?.state === 'scheduled' || attempt?.state === 'preparing') && attempt.scheduled_at)
    return due(
      `“${title}” begins on ${formatDateTime(attempt.scheduled_at)}.`,
      attempt.state === 'preparing' ? 'Check in' : 'Open the room',
      Date.parse(attempt.scheduled_at),
    )
  if (attempt?.state !== 'purchased' || !has_access || !bookable) return []
  const [ending] = endOf(exam, paths.examroom(slug), now)
  return due(
    ending ? `Book a date for “${title}” by ${formatDate(exam.access_ends_at ?? '')}.` : `Book a date for “${title}”.`,
    'Choose one',
    ending?.at ?? Number.MAX_VALUE,
  )
}

function endOf(
  { slug, title, access_ends_at }: { slug: string; title: string; access_ends_at: string | null },
  to: string,
  now: number,
): Due[] {
  const at = access_ends_at ? Date.parse(access_ends_at) : Number.POSITIVE_INFINITY
  if (at < now || at - now > SOON_MS) return []
  const text = `Your access to “${title}” ends on ${formatDate(access_ends_at ?? '')}.`
  return [{ key: `end ${slug}`, icon: 'clock', text, link: { to, label: 'Go on' }, at }]
}

const ofUnpaid = (order: UnpaidOrder): Due => ({
  ...{ key: `order ${order.id}`, icon: 'copy', at: Number.MAX_VALUE },
  text: `Your order of “${order.title}” is not paid yet.`,
  link: payWay(order),
})

const ofEarned = ({ course, type, title }: EarnedCertificate): Due => ({
  ...{ key: `earned ${course} ${type}`, icon: 'certificate', at: Number.MAX_VALUE },
  text: `You have earned the certificate of “${title}”.`,
  link: { to: paths.certificates, label: 'Take it' },
})

function ofNear({ slug, title, completed, required, completed_at, certificate_type }: MyCourse): Due[] {
  const left = required - completed
  if (completed_at || !certificate_type || certificate_type === 'arte' || left < 1 || left > NEAR_LESSONS) return []
  const text = `${countOf(left, 'lesson')} to the certificate of “${title}”.`
  const link = { to: paths.classroom(slug), label: 'Go on' }
  return [{ key: `near ${slug}`, icon: 'certificate', text, link, at: Number.MAX_VALUE }]
}
