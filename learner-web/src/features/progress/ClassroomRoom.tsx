import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { classNames } from '@flagyard/ui/class-names'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTitle } from '../../shell/Page.tsx'
import styles from './Classroom.module.css'
import { ClassroomOutline } from './ClassroomOutline.tsx'
import type { LessonInSection, LessonRef } from './lesson-ref.ts'

interface Props {
  course: CourseDetails
  progress: CourseProgress
  current: LessonInSection
  coursePath: string
  pathOf: (lesson: LessonRef) => string
  /** Path of the current lesson. */
  path: string
  /** Omitted in a preview, which has no bookmarks. */
  isBookmarked?: (lesson: LessonRef) => boolean
  /** Shown next to the lesson. A preview uses it to show that the lesson has a lab. */
  lab?: ReactNode
  /** Wraps the lesson in the workspace of its lab. */
  workspace?: ((lesson: ReactNode) => ReactNode) | undefined
  children: ReactNode
}

/** Layout of the classroom: course outline, lesson and lab. */
export function ClassroomRoom({
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
        <section id="lab" className={styles.lab} aria-label={`Lab: ${current.lesson.lab?.title ?? ''}`}>
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
