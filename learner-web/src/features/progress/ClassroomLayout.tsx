import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { classNames } from '@flagyard/ui/class-names'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import * as t from '../../messages/en/progress.ts'
import { useTitle } from '../../shell/Page.tsx'
import styles from './Classroom.module.css'
import {
  type CourseLesson,
  type CourseSection,
  findLessonProgress,
  formatDuration,
  isClosed,
  type LessonInSection,
  type LessonRef,
  lessonKinds,
} from './lesson-ref.ts'

interface Props {
  course: CourseDetails
  progress: CourseProgress
  current: LessonInSection
  coursePath: string
  pathOf: (lesson: LessonRef) => string
  path: string
  /** Omitted in a preview, which has no bookmarks. */
  isBookmarked?: (lesson: LessonRef) => boolean
  /** Shown next to the lesson. A preview uses it to show that the lesson has a lab. */
  lab?: ReactNode
  /** Wraps the lesson in the workspace of its lab. */
  workspace?: ((lesson: ReactNode) => ReactNode) | undefined
  children: ReactNode
}

export function ClassroomLayout({
  course,
  progress,
  current,
  coursePath,
  pathOf,
  isBookmarked = () => false,
  path,
  lab,
  workspace,
  children,
}: Props) {
  const main = useRef<HTMLDivElement>(null)
  useTitle(`${current.lesson.title} · ${course.title}`)
  useFocusAfterLessonChange(main, path)
  const lesson = (
    <div className={styles.main} ref={main} tabIndex={-1}>
      {children}
    </div>
  )
  return (
    <div className={classNames(styles.room, Boolean(lab) && styles.withLab)}>
      <ClassroomOutline {...{ course, progress, current, coursePath, pathOf, isBookmarked }} />
      {workspace ? workspace(lesson) : lesson}
      {lab && (
        <section id="lab" className={styles.lab} aria-label={t.labSection({ title: current.lesson.lab?.title ?? '' })}>
          {lab}
        </section>
      )}
    </div>
  )
}

/** When another lesson opens, scrolls to the top and focuses the lesson, so that screen readers announce it. */
function useFocusAfterLessonChange(main: RefObject<HTMLElement | null>, path: string) {
  const previous = useRef(path)
  useEffect(() => {
    if (previous.current === path) return
    previous.current = path
    scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [main, path])
}

type ClassroomOutlineProps = Required<
  Pick<Props, 'course' | 'progress' | 'current' | 'coursePath' | 'pathOf' | 'isBookmarked'>
>

/** The lessons of the course with their state: complete, current or locked. Collapsed on a phone. */
function ClassroomOutline({ course, progress, current, coursePath, pathOf, isBookmarked }: ClassroomOutlineProps) {
  const [open, setOpen] = useState(false)
  const percent = progress.required === 0 ? 0 : (progress.completed / progress.required) * 100
  return (
    <div className={styles.outline}>
      <div className={styles.top}>
        <Link to={coursePath} className={styles.course}>
          {course.title}
        </Link>
        <p className={styles.share}>
          <span>{t.percentDone({ percent: Math.floor(percent) })}</span>
          <ProgressBar value={percent} label={t.courseDone({ title: course.title })} />
        </p>
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t.lessons}
          <Icon name="chevron" size={18} />
        </button>
      </div>
      <nav aria-label={t.lessons} className={classNames(styles.nav, open && styles.open)}>
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

interface SectionProps extends Omit<ClassroomOutlineProps, 'coursePath'> {
  number: number
  section: CourseSection
  onOpen: () => void
}

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
          {t.lessonsComplete({
            completed: section.lessons.filter(isComplete).length,
            all: section.lessons.length,
            hidden: (children) => <span className="visually-hidden">{children}</span>,
          })}
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
            <Link
              to={pathOf(refOf(lesson))}
              className={classNames(
                styles.lesson,
                isComplete(lesson) && styles.done,
                isClosed(progress, refOf(lesson)) && styles.outlineClosed,
              )}
              aria-current={current.lesson === lesson ? 'page' : undefined}
              onClick={onOpen}
            >
              <Icon name={isComplete(lesson) ? 'check' : lessonKinds[lesson.kind].icon} size={18} />
              <span>
                <span className="visually-hidden">{lessonKinds[lesson.kind].word}: </span>
                {bareTitle(lesson.title)}
                {isComplete(lesson) && <span className="visually-hidden"> {t.completeMark}</span>}
                {isBookmarked(refOf(lesson)) && <span className="visually-hidden"> {t.bookmarkedMark}</span>}
                {!lesson.required && <span className={styles.optional}> {t.optional}</span>}
              </span>
              <span className={styles.time}>
                {isBookmarked(refOf(lesson)) && <Icon name="bookmarked" size={14} />}
                {lesson.duration_seconds > 0 && formatDuration(lesson.duration_seconds)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
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
  return number > 0 ? t.opensAfterSection({ number }) : t.notOpenYet
}
