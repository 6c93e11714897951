import type { EarnedCertificate, MyCourse, MyExam, MyLab, UnpaidOrder } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Icon } from '@flagyard/ui/Icon'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { labPath } from '../../lib/record-paths.ts'
import * as t from '../../messages/en/dashboard.ts'
import { paymentLink } from '../orders/orders.ts'
import styles from './Dashboard.module.css'

export function ComingUp(content: OwnContent) {
  const [now] = useState(Date.now)
  const due = listDue(content, now)
  if (due.length === 0) return null
  return (
    <section className="stack" aria-labelledby="coming-up">
      <h2 id="coming-up" className="heading">
        {t.comingUp}
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
        ? t.examInProgressUntil({ title, date: formatDateTime(attempt.active_until) })
        : t.examPaused({ title }),
      t.backToExam,
      0,
    )
  if ((attempt?.state === 'scheduled' || attempt?.state === 'preparing') && attempt.scheduled_at)
    return due(
      t.examBegins({ title, date: formatDateTime(attempt.scheduled_at) }),
      attempt.state === 'preparing' ? t.checkIn : t.openExamRoom,
      Date.parse(attempt.scheduled_at),
    )
  if (attempt?.state !== 'purchased' || !has_access || !bookable) return []
  const [ending] = expiryItems(exam, paths.examroom(slug), now)
  return due(
    ending ? t.bookExamBy({ title, date: formatDate(exam.access_ends_at ?? '') }) : t.bookExam({ title }),
    t.chooseDate,
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
  const text = t.accessEnds({ title, date: formatDate(access_ends_at ?? '') })
  return [{ key: `end ${slug}`, icon: 'clock', text, link: { to, label: t.continueText }, at }]
}

const orderItem = (order: UnpaidOrder): Due => ({
  key: `order ${order.id}`,
  icon: 'copy',
  at: Number.MAX_VALUE,
  text: t.unpaidOrder({ title: order.title }),
  link: paymentLink(order),
})

const certificateItem = ({ course, type, title }: EarnedCertificate): Due => ({
  key: `earned ${course} ${type}`,
  icon: 'certificate',
  at: Number.MAX_VALUE,
  text: t.certificateEarned({ title }),
  link: { to: paths.certificates, label: t.getIt },
})

function nearCertificateItems({ slug, title, completed, required, completed_at, certificate_type }: MyCourse): Due[] {
  const left = required - completed
  if (completed_at || !certificate_type || certificate_type === 'arte' || left < 1 || left > NEAR_LESSONS) return []
  const text = t.certificateNear({ left, title })
  const link = { to: paths.classroom(slug), label: t.continueText }
  return [{ key: `near ${slug}`, icon: 'certificate', text, link, at: Number.MAX_VALUE }]
}
