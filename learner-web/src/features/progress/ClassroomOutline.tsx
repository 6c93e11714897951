import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { classNames } from '@flagyard/ui/class-names'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import { useState } from 'react'
import styles from './ClassroomOutline.module.css'
import { formatDuration, lessonKinds } from './lesson-kinds.ts'
import {
  type CourseLesson,
  type CourseSection,
  findLessonProgress,
  isClosed,
  type LessonInSection,
  type LessonRef,
} from './lesson-ref.ts'

interface Props {
  course: CourseDetails
  progress: CourseProgress
  current: LessonInSection
  coursePath: string
  pathOf: (lesson: LessonRef) => string
  isBookmarked: (lesson: LessonRef) => boolean
}

/** The lessons of the course with their state: complete, current or locked. Collapsed on a phone. */
export function ClassroomOutline({ course, progress, current, coursePath, pathOf, isBookmarked }: Props) {
  const [open, setOpen] = useState(false)
  const percent = progress.required === 0 ? 0 : (progress.completed / progress.required) * 100
  return (
    <div className={styles.outline}>
      <div className={styles.top}>
        <Link to={coursePath} className={styles.course}>
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
          <OutlineSection
            key={section.slug}
            number={index + 1}
            section={section}
            {...{ course, progress, current, pathOf, isBookmarked }}
            onOpen={() => setOpen(false)}
          />
        ))}
      </nav>
    </div>
  )
}

interface SectionProps extends Omit<Props, 'coursePath'> {
  number: number
  section: CourseSection
  onOpen: () => void
}

/** A section with its progress, or the condition that unlocks it, and its lessons. */
function OutlineSection({ number, section, course, progress, current, pathOf, isBookmarked, onOpen }: SectionProps) {
  const refOf = (lesson: CourseLesson) => ({ section: section.slug, lesson: lesson.slug })
  const isComplete = (lesson: CourseLesson) => Boolean(findLessonProgress(progress, refOf(lesson))?.completed_at)
  return (
    <section>
      <h2 className={styles.section}>
        <span>
          {number} · {section.title}
        </span>
        <span className={styles.count}>
          {section.lessons.filter(isComplete).length}/{section.lessons.length}
          <span className="visually-hidden"> lessons complete</span>
        </span>
      </h2>
      {progress.closed_sections.includes(section.slug) && (
        <p className={styles.lock}>
          <Icon name="lock" size={16} />
          {opensAfterText(course, section)}
        </p>
      )}
      <ul className={styles.lessons}>
        {section.lessons.map((lesson) => (
          <li key={lesson.slug}>
            <LessonLink
              lesson={lesson}
              path={pathOf(refOf(lesson))}
              isCurrent={current.lesson === lesson}
              isComplete={isComplete(lesson)}
              isClosed={isClosed(progress, refOf(lesson))}
              isBookmarked={isBookmarked(refOf(lesson))}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface LessonLinkProps {
  lesson: CourseLesson
  path: string
  isCurrent: boolean
  isComplete: boolean
  isClosed: boolean
  isBookmarked: boolean
  onOpen: () => void
}

/** A lesson with an icon for its kind or completion, its title and duration. */
function LessonLink({ lesson, path, isCurrent, isComplete, isClosed, isBookmarked, onOpen }: LessonLinkProps) {
  const { icon, word } = lessonKinds[lesson.kind]
  return (
    <Link
      to={path}
      className={classNames(styles.lesson, isComplete && styles.done, isClosed && styles.closed)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onOpen}
    >
      <Icon name={isComplete ? 'check' : icon} size={18} />
      <span>
        <span className="visually-hidden">{word}: </span>
        {bareTitle(lesson.title)}
        {isComplete && <span className="visually-hidden"> (complete)</span>}
        {isBookmarked && <span className="visually-hidden"> (bookmarked)</span>}
        {!lesson.required && <span className={styles.optional}> Optional</span>}
      </span>
      <span className={styles.time}>
        {isBookmarked && <Icon name="bookmarked" size={14} />}
        {lesson.duration_seconds > 0 && formatDuration(lesson.duration_seconds)}
      </span>
    </Link>
  )
}

/** The title without its kind, which the icon shows: `Lab: cross-account trust` → `Cross-account trust`. */
function bareTitle(title: string): string {
  const bare = title.replace(/^lab: /i, '')
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}

/** `Opens after section 1`. */
function opensAfterText(course: CourseDetails, section: CourseSection): string {
  const number = course.sections.findIndex((one) => one.slug === section.opens_after) + 1
  return number > 0 ? `Opens after section ${number}` : 'Not open yet'
}
