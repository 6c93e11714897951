import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { classNames } from '@flagyard/ui/class-names'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import { useState } from 'react'
import styles from './ClassroomOutline.module.css'
import { type CourseSection, findLessonProgress, type LessonInSection } from './lesson-ref.ts'

interface Props {
  course: CourseDetails
  progress: CourseProgress
  current: LessonInSection
}

/** The lessons of the course: which are complete, which one is open, and which are still closed. On a phone it is folded. */
export function ClassroomOutline({ course, progress, current }: Props) {
  const [open, setOpen] = useState(false)
  const percent = progress.required === 0 ? 0 : (progress.completed / progress.required) * 100
  return (
    <div className={styles.outline}>
      <div className={styles.top}>
        <Link to={paths.course(course.slug)} className={styles.course}>
          {course.title}
        </Link>
        <p className={styles.share}>
          <span>{Math.floor(percent)}% done</span>
          <ProgressBar value={percent} label={`${course.title}: done`} />
        </p>
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          Lessons
          <Icon name="chevron" size={18} />
        </button>
      </div>
      <nav aria-label="Lessons" className={classNames(styles.nav, open && styles.open)}>
        {course.sections.map((section, index) => (
          <section key={section.slug}>
            <h2 className={styles.section}>
              {index + 1} · {section.title}
            </h2>
            <ul className={styles.lessons}>
              {section.lessons.map((lesson) => {
                const ref = { section: section.slug, lesson: lesson.slug }
                const isCurrent = current.lesson === lesson
                const isComplete = Boolean(findLessonProgress(progress, ref)?.completed_at)
                const isClosed = progress.closed_sections.includes(section.slug)
                return (
                  <li key={lesson.slug}>
                    <Link
                      to={paths.lesson(course.slug, ref)}
                      className={classNames(styles.lesson, isComplete && styles.done, isClosed && styles.closed)}
                      aria-current={isCurrent ? 'page' : undefined}
                      onClick={() => setOpen(false)}
                    >
                      <span>
                        {lesson.kind === 'lab' && !/^lab\b/i.test(lesson.title) && 'Lab: '}
                        {lesson.title}
                        {isClosed && ` · ${opensAfterText(course, section)}`}
                        {isComplete && <span className="visually-hidden"> (complete)</span>}
                        {!lesson.required && <span className="muted"> · optional</span>}
                      </span>
                    </Link>
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  )
}

/** `after section 1`. */
function opensAfterText(course: CourseDetails, section: CourseSection): string {
  const number = course.sections.findIndex((one) => one.slug === section.opens_after) + 1
  return number > 0 ? `after section ${number}` : 'closed'
}
