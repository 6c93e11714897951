import type { Course } from '@flagyard/api-types'
import { REHEARSAL_MINUTES } from '@flagyard/api-types/shell/operations'
import { Chip } from '@flagyard/ui/Chip'
import { countOf, formatMinutes } from '@flagyard/ui/format'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { formatDuration, lessonKinds } from '../progress/lesson-kinds.ts'
import type { LessonRef } from '../progress/lesson-ref.ts'
import styles from './CoursePage.module.css'

/** Sections and lessons of a course, without their content. A free lesson is a link that plays it on this page. */
export function CourseOutline({
  course: { sections },
  playing,
  pathOf,
}: {
  course: Course
  playing: LessonRef | undefined
  pathOf: (lesson: LessonRef) => string
}) {
  const isPlaying = (section: string, lesson: string) => playing?.section === section && playing.lesson === lesson
  return (
    <section className="stack">
      <h2>What is inside</h2>
      <div className={styles.sections}>
        {sections.map((section, index) => (
          <details
            key={section.slug}
            className={styles.section}
            open={index === 0 || section.slug === playing?.section}
          >
            <summary className={styles.summary}>
              <span>
                {index + 1} · {section.title}
              </span>
              <span className={styles.count}>
                {countOf(section.lessons.length, 'lesson')}
                <Icon name="chevron" size={18} />
              </span>
            </summary>
            <ul className={styles.lessons}>
              {section.lessons.map((lesson) => (
                <li key={lesson.slug} className={styles.lesson}>
                  <Icon name={lessonKinds[lesson.kind].icon} size={18} />
                  <span>
                    {!lesson.title.startsWith(`${lessonKinds[lesson.kind].word}:`) && (
                      <span className="visually-hidden">{lessonKinds[lesson.kind].word}: </span>
                    )}
                    <span>
                      {lesson.free_preview ? (
                        <Link
                          to={pathOf({ section: section.slug, lesson: lesson.slug })}
                          className={styles.freeLink}
                          aria-current={isPlaying(section.slug, lesson.slug) ? 'page' : undefined}
                        >
                          {lesson.title}
                        </Link>
                      ) : (
                        lesson.title
                      )}
                      {!lesson.required && ' · optional'}
                    </span>
                  </span>
                  {lesson.free_preview ? (
                    <Chip tone="good">{isRehearsal(lesson) ? 'Free rehearsal' : 'Free'}</Chip>
                  ) : (
                    <span />
                  )}
                  <span className={styles.time}>
                    {isRehearsal(lesson)
                      ? formatMinutes(REHEARSAL_MINUTES)
                      : lesson.duration_seconds > 0 && formatDuration(lesson.duration_seconds)}
                  </span>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </section>
  )
}

/** A free lab is a rehearsal in a simulated account; the actual lab requires the course. */
const isRehearsal = ({ free_preview, kind }: Course['sections'][number]['lessons'][number]) =>
  free_preview && kind === 'lab'
