import type { Course } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { countOf } from '@flagyard/ui/format'
import { Icon } from '@flagyard/ui/Icon'
import styles from './CoursePage.module.css'
import { formatDuration, lessonKinds } from './lesson-kinds.ts'

/** The sections and lessons of a course, without their contents. */
export function CourseOutline({ sections }: { sections: Course['sections'] }) {
  return (
    <section className="stack">
      <h2>What is inside</h2>
      <div className={styles.sections}>
        {sections.map((section, index) => (
          <details key={section.slug} className={styles.section} open={index === 0}>
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
                    <span className="visually-hidden">{lessonKinds[lesson.kind].word}: </span>
                    <span>
                      {lesson.title}
                      {!lesson.required && ' · optional'}
                    </span>
                  </span>
                  {lesson.free_preview ? <Chip tone="good">Free</Chip> : <span />}
                  <span className={styles.time}>
                    {lesson.duration_seconds > 0 && formatDuration(lesson.duration_seconds)}
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
