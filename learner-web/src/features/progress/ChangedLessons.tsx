import type { CourseProgress } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { Fragment } from 'react'
import styles from './Classroom.module.css'

/** Maximum number of lessons listed by name: a rewritten course would fill the page. */
const MOST_NAMED = 3

/** Note about lessons that changed since the learner completed them. Lessons disappear from it when they are opened again. */
export function ChangedLessons({ progress: { slug, changed_lessons } }: { progress: CourseProgress }) {
  if (changed_lessons.length === 0) return null
  const named = changed_lessons.slice(0, MOST_NAMED)
  const more = changed_lessons.length - named.length
  return (
    <p className={styles.changed}>
      <Icon name="info" size={18} />
      <span>
        {changed_lessons.length === 1 ? 'This lesson has' : 'These lessons have'} changed since you completed{' '}
        {changed_lessons.length === 1 ? 'it' : 'them'}:{' '}
        {named.map(({ section, lesson, title }, at) => (
          <Fragment key={`${section}/${lesson}`}>
            {at > 0 && ', '}
            <Link to={paths.lesson(slug, { section, lesson })}>{title}</Link>
          </Fragment>
        ))}
        {more > 0 && ` and ${more} more`}. What you completed stays completed.
      </span>
    </p>
  )
}
