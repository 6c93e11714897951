import type { MyCourse } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { CourseCover } from '@flagyard/ui/Cover'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import { formatDuration, lessonKinds } from '../progress/lesson-ref.ts'
import styles from './Dashboard.module.css'

type Resumable = MyCourse & { resume: NonNullable<MyCourse['resume']> }

/** The course to resume: the last seen one that is not complete. */
export const findResumable = (courses: MyCourse[]): Resumable | undefined =>
  courses.find((course): course is Resumable => course.resume !== null && !course.completed_at)

export function ResumeCard({ course }: { course: Resumable }) {
  const { resume, slug, title, cover, completed, required, last_seen_at } = course
  const kind = lessonKinds[resume.kind]
  return (
    <section aria-labelledby="resume">
      <Card flush className={styles.resume}>
        <CourseCover slug={slug} picture={cover} className={styles.resumeCover} />
        <div className={styles.resumeText}>
          <p className="small muted">
            {last_seen_at ? 'Continue' : 'Start with'} <Link to={paths.classroom(slug)}>{title}</Link>
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
            <ProgressBar value={percentOf(course)} label={`${title}: done`} />
            <p className="tiny muted">
              {completed} of {required} required lessons
            </p>
          </div>
          <div>
            <ButtonLink variant="primary" to={paths.lesson(slug, resume)}>
              {last_seen_at ? 'Resume' : 'Start'}
              <span className="visually-hidden"> {resume.title}</span>
            </ButtonLink>
          </div>
        </div>
      </Card>
    </section>
  )
}

/** A video may have been watched to its end without completing its lesson. */
const leftOf = (seconds: number) => (seconds < 1 ? 'watched to the end' : `${formatDuration(seconds)} left`)

export const percentOf = ({ completed, required }: Pick<MyCourse, 'completed' | 'required'>): number =>
  required === 0 ? 0 : (completed / required) * 100
