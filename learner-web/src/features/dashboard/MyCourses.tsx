import type { MyCourse } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { CourseCover } from '@flagyard/ui/Cover'
import { Link } from '@flagyard/ui/Link'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import { formatDate } from '../../lib/dates.ts'
import styles from './Dashboard.module.css'
import { percentOf } from './progress.ts'

/** The learner's courses except the one shown above, with progress and the lesson to resume. */
export function MyCourses({ courses, above }: { courses: MyCourse[]; above: MyCourse | undefined }) {
  const others = courses.filter((course) => course !== above)
  return (
    <section className="stack">
      <div className="row between">
        <h2 className={styles.title}>{above ? 'My other courses' : 'My courses'}</h2>
        <div className="row">
          <Link className="reach" to={paths.activateVoucher}>
            I have a voucher
          </Link>
          <Link className="reach" to={paths.courses}>
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
                  <Link className="reach" to={paths.classroom(course.slug)}>
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
