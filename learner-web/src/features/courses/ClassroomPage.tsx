import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { classNames } from '@flagyard/ui/class-names'
import { errorMessage } from '@flagyard/ui/error-message'
import { Empty, Failed, Loading } from '@flagyard/ui/Feedback'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { Page, useTitle } from '../../shell/Page.tsx'
import { CourseComplete } from '../certificates/CourseComplete.tsx'
import { LabLesson } from '../labs/LabLesson.tsx'
import NotFoundPage from '../pages/NotFoundPage.tsx'
import { ChangedLessons } from './ChangedLessons.tsx'
import styles from './Classroom.module.css'
import { ClassroomOutline } from './ClassroomOutline.tsx'
import { LessonView } from './LessonView.tsx'
import { findLesson, findNextLesson, isClosed, type LessonInSection, lessonRef, listLessons } from './lesson-ref.ts'
import { NotEnrolled } from './NotEnrolled.tsx'
import { useClassroom, useRefreshProgress } from './useClassroom.ts'

/** `/classroom/:slug?section=&lesson=`: one lesson, beside the outline of the course and, if it has one, its lab. */
export default function ClassroomPage() {
  const { slug = '' } = useParams()
  const { progress, course, error, retry } = useClassroom(slug)
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundPage />
  if (error)
    return (
      <Page title="Classroom">
        <Failed what="this classroom" why={errorMessage(error)} onRetry={retry} />
      </Page>
    )
  if (progress && !progress.enrolled) return <NotEnrolled progress={progress} />
  if (!progress || !course) return <Loading what="the classroom" />
  return <Classroom key={slug} course={course} progress={progress} />
}

function Classroom({ course, progress }: { course: CourseDetails; progress: CourseProgress }) {
  const [params] = useSearchParams()
  // Read once: completing this lesson changes `resume`, and must not replace the lesson on the screen.
  const [resume] = useState(progress.resume)
  const refresh = useRefreshProgress(course.slug)
  const main = useRef<HTMLDivElement>(null)
  const lessons = listLessons(course)
  const wanted = { section: params.get('section') ?? '', lesson: params.get('lesson') ?? '' }
  const current = findLesson(lessons, wanted, resume)
  const path = current && paths.lesson(course.slug, lessonRef(current))
  useTitle(current ? `${current.lesson.title} · ${course.title}` : course.title)
  useFocusAfterLessonChange(main, path)
  if (!current)
    return (
      <Page title={course.title}>
        <Empty
          title="No lessons yet"
          icon="book"
          action={<ButtonLink to={paths.dashboard}>Go to your dashboard</ButtonLink>}
        >
          This course is still being written. Its lessons will appear here when they are ready.
        </Empty>
      </Page>
    )
  const closed = isClosed(progress, lessonRef(current))
  const lab = closed ? null : current.lesson.lab
  return (
    <div className={classNames(styles.room, lab && styles.withLab)}>
      <ClassroomOutline course={course} progress={progress} current={current} />
      <div className={styles.main} ref={main} tabIndex={-1}>
        <ChangedLessons progress={progress} />
        {progress.completed_at && <CourseComplete course={course} certificateId={progress.certificate_id} />}
        {closed ? (
          <ClosedSection course={course} current={current} resume={progress.resume} />
        ) : (
          <LessonView
            key={path}
            course={course}
            progress={progress}
            current={current}
            next={findNextLesson(lessons, current, progress.closed_sections)}
          />
        )}
      </div>
      {lab && (
        <section id="lab" className={styles.lab} aria-label={`Lab: ${lab.title}`}>
          <LabLesson
            key={path}
            lab={lab.slug}
            lesson={{ slug: course.slug, ...lessonRef(current) }}
            onLessonCompleted={() => void refresh()}
          />
        </section>
      )}
    </div>
  )
}

/** A lesson whose section is not open yet: says what opens it, and leads to the next lesson. */
function ClosedSection({
  course,
  current,
  resume,
}: {
  course: CourseDetails
  current: LessonInSection
  resume: CourseProgress['resume']
}) {
  const required = course.sections.find((section) => section.slug === current.section.opens_after)
  return (
    <article className={styles.article}>
      <h1 className={styles.title}>{current.lesson.title}</h1>
      <Empty
        title="This section is not open yet"
        icon="lock"
        action={
          resume && (
            <ButtonLink variant="primary" to={paths.lesson(course.slug, resume)}>
              Continue with your next lesson
            </ButtonLink>
          )
        }
      >
        {required
          ? `“${current.section.title}” opens once you finish “${required.title}”.`
          : `“${current.section.title}” is not open to you yet.`}
      </Empty>
    </article>
  )
}

/** When another lesson opens, the page scrolls to the top, and the focus moves to it, so that screen readers announce it. */
function useFocusAfterLessonChange(main: RefObject<HTMLElement | null>, path: string | undefined) {
  const previous = useRef(path)
  useEffect(() => {
    if (previous.current === path) return
    previous.current = path
    scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [main, path])
}
