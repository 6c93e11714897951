import type { Certificate, MyCourse, MyExam, MyLab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { CourseCover } from '@flagyard/ui/Cover'
import { cloudNames, formatMinutes } from '@flagyard/ui/format'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { labPath } from '../../lib/record-paths.ts'
import * as t from '../../messages/en/dashboard.ts'
import { hidden } from '../../shell/hidden.tsx'
import { attemptChips } from '../exam-attempts/labels.ts'
import styles from './Dashboard.module.css'
import { percentOf } from './ResumeCard.tsx'

/** The learner's courses except the one shown above, with progress and the lesson to resume. */
export function MyCourses({ courses, above }: { courses: MyCourse[]; above: MyCourse | undefined }) {
  const others = courses.filter((course) => course !== above)
  return (
    <section className="stack">
      <div className="row between">
        <h2 className="heading">{above ? t.myOtherCourses : t.myCourses}</h2>
        <div className="row">
          <Link className="touch-target" to={paths.activateVoucher}>
            {t.iHaveVoucher}
          </Link>
          <Link className="touch-target" to={paths.courses}>
            {t.browseCourses}
          </Link>
        </div>
      </div>
      {others.length === 0 ? (
        <p className="muted">{above ? t.noOtherCourses : t.noCourses}</p>
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
                  <ProgressBar value={percentOf(course)} label={t.progressLabel({ title: course.title })} />
                  <p className="tiny muted">{progressText(course)}</p>
                </div>
                <div className={styles.foot}>
                  {course.completed_at && <Chip tone="good">{t.complete}</Chip>}
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

function progressText(course: MyCourse): string {
  const { completed, required, access_ends_at } = course
  const progress = { completed, required, percent: Math.floor(percentOf(course)) }
  return access_ends_at
    ? t.courseProgressUntil({ ...progress, date: formatDate(access_ends_at) })
    : t.courseProgress(progress)
}

function Resume({ course }: { course: MyCourse }) {
  if (!course.resume || course.completed_at)
    return (
      <ButtonLink size="small" to={paths.classroom(course.slug)}>
        {t.openCourse({ title: course.title, hidden })}
      </ButtonLink>
    )
  return (
    <ButtonLink size="small" variant="primary" to={paths.lesson(course.slug, course.resume)}>
      {course.last_seen_at
        ? t.resumeLesson({ lesson: course.resume.title })
        : t.startLesson({ lesson: course.resume.title })}
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

export function labFacts({ cloud, solved_flags, flags }: MyLab, until: string | null = null): string {
  const facts = { cloud: cloudNames[cloud], solved: solved_flags, flags }
  return until ? t.labFactsUntil({ ...facts, date: formatDate(until) }) : t.labFacts(facts)
}

/** Labs bought separately. Labs of a course are shown in the course. */
export function MyLabs({ labs }: { labs: MyLab[] }) {
  const single = labs.filter((lab) => lab.single && lab.has_access)
  if (single.length === 0) return null
  return (
    <section className="stack">
      <h2 className="heading">{t.myLabs}</h2>
      <ul className="list">
        {single.map((lab) => (
          <ContentCard
            key={lab.slug}
            title={lab.title}
            facts={labFacts(lab, lab.access_ends_at)}
            to={labPath(lab)}
            label={t.open}
          >
            {lab.flags > 0 && lab.solved_flags === lab.flags ? <Chip tone="good">{t.solved}</Chip> : <span />}
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
      <h2 className="heading">{t.myExams}</h2>
      <ul className="list">
        {exams.map((exam) => (
          <ContentCard
            key={exam.slug}
            title={exam.title}
            facts={[cloudNames[exam.cloud], formatMinutes(exam.duration_minutes), dateText(exam)]
              .filter(Boolean)
              .join(' · ')}
            to={exam.has_access || exam.attempt ? paths.examroom(exam.slug) : paths.exam(exam.slug)}
            label={exam.attempt ? t.examLinks[exam.attempt.state] : t.seeExam}
          >
            <StateChip exam={exam} />
          </ContentCard>
        ))}
      </ul>
    </section>
  )
}

/** The next relevant date: start, end, or booking deadline. */
function dateText({ attempt, access_ends_at }: MyExam): string | null {
  if (attempt?.state === 'active' && attempt.active_until)
    return t.endsOn({ date: formatDateTime(attempt.active_until) })
  if ((attempt?.state === 'scheduled' || attempt?.state === 'preparing') && attempt.scheduled_at)
    return t.beginsOn({ date: formatDateTime(attempt.scheduled_at) })
  return access_ends_at ? t.bookBy({ date: formatDate(access_ends_at) }) : null
}

function StateChip({ exam: { attempt, bookable } }: { exam: MyExam }) {
  if (attempt && attempt.state !== 'purchased') {
    const { tone, label } = attemptChips[attempt.state]
    return <Chip tone={tone}>{label}</Chip>
  }
  return bookable ? <Chip tone="info">{t.notBookedYet}</Chip> : <Chip tone="neutral">{t.bookingOpensSoon}</Chip>
}

export function MyCertificates({ certificates }: { certificates: Certificate[] }) {
  if (certificates.length === 0) return null
  return (
    <section className="stack">
      <div className="row between">
        <h2 className="heading">{t.myCertificates}</h2>
        <Link to={paths.certificates}>{t.allCertificates}</Link>
      </div>
      <ul className="list">
        {certificates.slice(0, 5).map((certificate) => (
          <Card as="li" key={certificate.id} className={styles.certificate}>
            <Icon name="certificate" size={26} />
            <div>
              <h3>
                <Link to={paths.certificate(certificate.id)}>{certificate.title ?? t.withdrawnCertificate}</Link>
              </h3>
              {certificate.issued_at && (
                <p className="small muted">{t.issuedOn({ date: formatDate(certificate.issued_at) })}</p>
              )}
            </div>
            {certificate.state !== 'valid' && <Chip tone="warn">{t.certificateStates[certificate.state]}</Chip>}
          </Card>
        ))}
      </ul>
    </section>
  )
}
