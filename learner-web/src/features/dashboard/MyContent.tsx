import type { Certificate, MyCourse, MyExam, MyLab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { CourseCover } from '@flagyard/ui/Cover'
import { cloudNames, countOf, formatMinutes } from '@flagyard/ui/format'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { labPath } from '../../lib/record-paths.ts'
import { attemptChips } from '../exam-attempts/labels.ts'
import styles from './Dashboard.module.css'
import { percentOf } from './ResumeCard.tsx'

/** The learner's courses except the one shown above, with progress and the lesson to resume. */
export function MyCourses({ courses, above }: { courses: MyCourse[]; above: MyCourse | undefined }) {
  const others = courses.filter((course) => course !== above)
  return (
    <section className="stack">
      <div className="row between">
        <h2 className="heading">{above ? 'My other courses' : 'My courses'}</h2>
        <div className="row">
          <Link className="touch-target" to={paths.activateVoucher}>
            I have a voucher
          </Link>
          <Link className="touch-target" to={paths.courses}>
            Browse courses
          </Link>
        </div>
      </div>
      {others.length === 0 ? (
        <p className="muted">
          {above ? 'None yet.' : 'No courses yet.'} The courses you buy or redeem will appear here.
        </p>
      ) : (
        <ul className={styles.grid}>
          {others.map((course) => (
            <Card as="li" flush key={course.slug} className={styles.course}>
              <CourseCover slug={course.slug} picture={course.cover} className={styles.cover} />
              <div className={styles.inside}>
                <h3 className={styles.name}>
                  <Link className="touch-target" to={paths.classroom(course.slug)}>
                    {course.title}
                  </Link>
                </h3>
                <div className={styles.progress}>
                  <ProgressBar value={percentOf(course)} label={`${course.title}: done`} />
                  <p className="tiny muted">
                    {course.completed} of {course.required} required lessons · {Math.floor(percentOf(course))}%
                    {course.access_ends_at && ` · access until ${formatDate(course.access_ends_at)}`}
                  </p>
                </div>
                <div className={styles.foot}>
                  {course.completed_at && <Chip tone="good">Complete</Chip>}
                  <Resume course={course} />
                </div>
              </div>
            </Card>
          ))}
        </ul>
      )}
    </section>
  )
}

function Resume({ course }: { course: MyCourse }) {
  if (!course.resume || course.completed_at)
    return (
      <ButtonLink size="small" to={paths.classroom(course.slug)}>
        Open<span className="visually-hidden"> {course.title}</span>
      </ButtonLink>
    )
  return (
    <ButtonLink size="small" variant="primary" to={paths.lesson(course.slug, course.resume)}>
      {course.last_seen_at ? 'Resume' : 'Start'}: {course.resume.title}
    </ButtonLink>
  )
}

interface ContentCardProps {
  title: string
  facts: string
  to: string
  label: string
  children: ReactNode
}

export const ContentCard = ({ title, facts, to, label, children }: ContentCardProps) => (
  <Card as="li" className={styles.lab}>
    <div>
      <h3>{title}</h3>
      <p className="small muted">{facts}</p>
    </div>
    {children}
    <ButtonLink size="small" to={to}>
      {label}
      <span className="visually-hidden"> {title}</span>
    </ButtonLink>
  </Card>
)

/** Labs bought separately. Labs of a course are shown in the course. */
export function MyLabs({ labs }: { labs: MyLab[] }) {
  const single = labs.filter((lab) => lab.single && lab.has_access)
  if (single.length === 0) return null
  return (
    <section className="stack">
      <h2 className="heading">My labs</h2>
      <ul className="list">
        {single.map((lab) => (
          <ContentCard
            key={lab.slug}
            title={lab.title}
            facts={`${cloudNames[lab.cloud]} · ${lab.solved_flags} of ${countOf(lab.flags, 'flag')} solved${lab.access_ends_at ? ` · access until ${formatDate(lab.access_ends_at)}` : ''}`}
            to={labPath(lab)}
            label="Open"
          >
            {lab.flags > 0 && lab.solved_flags === lab.flags ? <Chip tone="good">Solved</Chip> : <span />}
          </ContentCard>
        ))}
      </ul>
    </section>
  )
}

export function MyExams({ exams }: { exams: MyExam[] }) {
  if (exams.length === 0) return null
  return (
    <section className="stack">
      <h2 className="heading">My exams</h2>
      <ul className="list">
        {exams.map((exam) => (
          <ContentCard
            key={exam.slug}
            title={exam.title}
            facts={`${cloudNames[exam.cloud]} · ${formatMinutes(exam.duration_minutes)}${dateText(exam)}`}
            to={exam.has_access || exam.attempt ? paths.examroom(exam.slug) : paths.exam(exam.slug)}
            label={exam.attempt ? examLinks[exam.attempt.state] : 'See the exam'}
          >
            <StateChip exam={exam} />
          </ContentCard>
        ))}
      </ul>
    </section>
  )
}

const examLinks = {
  purchased: 'Open the exam room',
  scheduled: 'Open the exam room',
  preparing: 'Check in',
  active: 'Back to the exam',
  provisional: 'See the result',
  passed: 'See the result',
  failed: 'See the result',
  no_show: 'See the exam room',
  disqualified: 'See the result',
  void: 'See the exam room',
} as const

/** The next relevant date: start, end, or booking deadline. */
function dateText({ attempt, access_ends_at }: MyExam): string {
  if (attempt?.state === 'active' && attempt.active_until) return ` · ends on ${formatDateTime(attempt.active_until)}`
  if ((attempt?.state === 'scheduled' || attempt?.state === 'preparing') && attempt.scheduled_at)
    return ` · begins on ${formatDateTime(attempt.scheduled_at)}`
  return access_ends_at ? ` · book by ${formatDate(access_ends_at)}` : ''
}

function StateChip({ exam: { attempt, bookable } }: { exam: MyExam }) {
  if (attempt && attempt.state !== 'purchased') {
    const { tone, label } = attemptChips[attempt.state]
    return <Chip tone={tone}>{label}</Chip>
  }
  return bookable ? <Chip tone="info">Not booked yet</Chip> : <Chip tone="neutral">Booking opens soon</Chip>
}

export function MyCertificates({ certificates }: { certificates: Certificate[] }) {
  if (certificates.length === 0) return null
  return (
    <section className="stack">
      <div className="row between">
        <h2 className="heading">My certificates</h2>
        <Link to={paths.certificates}>All certificates</Link>
      </div>
      <ul className="list">
        {certificates.slice(0, 5).map((certificate) => (
          <Card as="li" key={certificate.id} className={styles.certificate}>
            <Icon name="certificate" size={26} />
            <div>
              <h3>
                <Link to={paths.certificate(certificate.id)}>{certificate.title ?? 'Withdrawn certificate'}</Link>
              </h3>
              {certificate.issued_at && <p className="small muted">Issued on {formatDate(certificate.issued_at)}</p>}
            </div>
            {certificate.state !== 'valid' && <Chip tone="warn">{states[certificate.state]}</Chip>}
          </Card>
        ))}
      </ul>
    </section>
  )
}

const states = { valid: 'Valid', expired: 'Expired', revoked: 'Revoked', withdrawn: 'Withdrawn' } as const
