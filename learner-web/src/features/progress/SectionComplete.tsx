import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { Icon } from '@flagyard/ui/Icon'
import styles from './Classroom.module.css'
import { type CourseSection, countRequired } from './lesson-ref.ts'

interface Props {
  course: CourseDetails
  progress: CourseProgress
  section: CourseSection
}

/** Shown below the last lesson of a completed section: the sections it unlocked, and the progress of the course. */
export function SectionComplete({ course, progress, section }: Props) {
  const { completed, required } = countRequired(section, progress)
  if (required === 0 || completed < required || progress.completed_at) return null
  const opened = course.sections.filter(
    ({ slug, opens_after }) => opens_after === section.slug && !progress.closed_sections.includes(slug),
  )
  return (
    <p className={styles.finished} role="status">
      <Icon name="check" size={18} />
      <span>
        <strong>“{section.title}” is complete.</strong>{' '}
        {opened.length > 0 && `${opened.map(({ title }) => `“${title}”`).join(' and ')} is open now. `}
        {progress.completed} of {progress.required} required lessons of the course are done.
      </span>
    </p>
  )
}
