import type { MyCourse } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { CourseCover } from '@flagyard/ui/Cover'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import type { ReactNode } from 'react'
import * as t from '../../messages/en/dashboard.ts'
import { hidden } from '../../shell/hidden.tsx'
import { formatDuration, lessonKinds } from '../progress/lesson-ref.ts'
import styles from './Dashboard.module.css'

type Resumable = MyCourse & { resume: NonNullable<MyCourse['resume']> }

/** The course to resume: the last seen one that is not complete. */
export const findResumable = (courses: MyCourse[]): Resumable | undefined =>
  courses.find((course): course is Resumable => course.resume !== null && !course.completed_at)

export function ResumeCard({ course }: { course: Resumable }) {
  const { resume, slug, title, cover, completed, required, last_seen_at } = course
  const link = (text: ReactNode) => <Link to={paths.classroom(slug)}>{text}</Link>
  const kind = lessonKinds[resume.kind]
  return (
    <section aria-labelledby="resume">
      <Card flush className={styles.resume}>
        <CourseCover slug={slug} picture={cover} className={styles.resumeCover} />
        <div className={styles.resumeText}>
          <p className="small muted">
            {last_seen_at ? t.continueCourse({ title, course: link }) : t.startWithCourse({ title, course: link })}
          </p>
          <h2 id="resume" className={styles.resumeTitle}>
            {resume.title}
          </h2>
          <p className={styles.meta}>
            <Icon name={kind.icon} size={18} />
            {kind.word}
            {resume.seconds_left !== null && ` · ${leftOf(resume.seconds_left)}`}
          </p>
          <div className={styles.progress}>
            <ProgressBar value={percentOf(course)} label={t.progressLabel({ title })} />
            <p className="tiny muted">{t.requiredLessons({ completed, required })}</p>
          </div>
          <div>
            <ButtonLink variant="primary" to={paths.lesson(slug, resume)}>
              {last_seen_at ? t.resume({ lesson: resume.title, hidden }) : t.start({ lesson: resume.title, hidden })}
            </ButtonLink>
          </div>
        </div>
      </Card>
    </section>
  )
}

/** A video may have been watched to its end without completing its lesson. */
const leftOf = (seconds: number) => (seconds < 1 ? t.watchedToEnd : t.timeLeft({ time: formatDuration(seconds) }))

export const percentOf = ({ completed, required }: Pick<MyCourse, 'completed' | 'required'>): number =>
  required === 0 ? 0 : (completed / required) * 100
