import type { EarnedCertificate, MyCourse, MyExam, MyLab, UnpaidOrder } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { countOf } from '@flagyard/ui/format'
import { Icon } from '@flagyard/ui/Icon'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { labPath } from '../../lib/record-paths.ts'
import { paymentLink } from '../orders/orders.ts'
import styles from './Dashboard.module.css'

export function ComingUp(content: OwnContent) {
  const [now] = useState(Date.now)
  const due = listDue(content, now)
  if (due.length === 0) return null
  return (
    <section className="stack" aria-labelledby="coming-up">
      <h2 id="coming-up" className="heading">
        Coming up
      </h2>
      <ul className="list">
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

interface OwnContent {
  courses: MyCourse[]
  labs: MyLab[]
  exams: MyExam[]
  earned: EarnedCertificate[]
  unpaid: UnpaidOrder[]
}

const SOON_MS = 14 * 86_400_000
/** Maximum number of remaining lessons at which a certificate counts as nearly earned. */
const NEAR_LESSONS = 3
const MAX_ITEMS = 5

/** Upcoming items, soonest first: exams, expiring access, unpaid orders, and earned or nearly earned certificates. */
function listDue({ courses, labs, exams, earned, unpaid }: OwnContent, now: number): Due[] {
  const all = [
    ...exams.flatMap((exam) => examItems(exam, now)),
    ...courses.flatMap((course) => (course.completed_at ? [] : expiryItems(course, paths.classroom(course.slug), now))),
    ...labs.flatMap((lab) =>
      lab.single && lab.has_access && lab.solved_flags < lab.flags ? expiryItems(lab, labPath(lab), now) : [],
    ),
    ...unpaid.map(orderItem),
    ...earned.map(certificateItem),
    ...courses.flatMap(nearCertificateItems),
  ]
  return all.sort((a, b) => a.at - b.at).slice(0, MAX_ITEMS)
}

function examItems(exam: MyExam, now: number): Due[] {
  const { slug, title, attempt, bookable, has_access } = exam
  const due = (text: string, label: string, at: number): Due[] => [
    { key: `exam ${slug}`, icon: 'flag', text, link: { to: paths.examroom(slug), label }, at },
  ]
  if (attempt?.state === 'active')
    return due(
      attempt.active_until
        ? `“${title}” is in progress until ${formatDateTime(attempt.active_until)}.`
        : `“${title}” is in progress. Its clock is paused.`,
      'Back to the exam',
      0,
    )
  if ((attempt?.state === 'scheduled' || attempt?.state === 'preparing') && attempt.scheduled_at)
    return due(
      `“${title}” begins on ${formatDateTime(attempt.scheduled_at)}.`,
      attempt.state === 'preparing' ? 'Check in' : 'Open the exam room',
      Date.parse(attempt.scheduled_at),
    )
  if (attempt?.state !== 'purchased' || !has_access || !bookable) return []
  const [ending] = expiryItems(exam, paths.examroom(slug), now)
  return due(
    ending ? `Book a date for “${title}” by ${formatDate(exam.access_ends_at ?? '')}.` : `Book a date for “${title}”.`,
    'Choose a date',
    ending?.at ?? Number.MAX_VALUE,
  )
}

function expiryItems(
  { slug, title, access_ends_at }: { slug: string; title: string; access_ends_at: string | null },
  to: string,
  now: number,
): Due[] {
  const at = access_ends_at ? Date.parse(access_ends_at) : Number.POSITIVE_INFINITY
  if (at < now || at - now > SOON_MS) return []
  const text = `Your access to “${title}” ends on ${formatDate(access_ends_at ?? '')}.`
  return [{ key: `end ${slug}`, icon: 'clock', text, link: { to, label: 'Continue' }, at }]
}

const orderItem = (order: UnpaidOrder): Due => ({
  key: `order ${order.id}`,
  icon: 'copy',
  at: Number.MAX_VALUE,
  text: `Your order for “${order.title}” is unpaid.`,
  link: paymentLink(order),
})

const certificateItem = ({ course, type, title }: EarnedCertificate): Due => ({
  key: `earned ${course} ${type}`,
  icon: 'certificate',
  at: Number.MAX_VALUE,
  text: `You have earned the certificate for “${title}”.`,
  link: { to: paths.certificates, label: 'Get it' },
})

function nearCertificateItems({ slug, title, completed, required, completed_at, certificate_type }: MyCourse): Due[] {
  const left = required - completed
  if (completed_at || !certificate_type || certificate_type === 'arte' || left < 1 || left > NEAR_LESSONS) return []
  const text = `${countOf(left, 'lesson')} left to the certificate for “${title}”.`
  const link = { to: paths.classroom(slug), label: 'Continue' }
  return [{ key: `near ${slug}`, icon: 'certificate', text, link, at: Number.MAX_VALUE }]
}
