import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { Empty, Failed, Loading } from '@flagyard/ui/Feedback'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Suspense, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { Page } from '../../shell/Page.tsx'
import { CourseComplete } from '../certificates/CourseComplete.tsx'
import { FeedbackOffer } from '../feedback/FeedbackOffer.tsx'
import { LabWorkspace } from '../labs/LabWorkspace.tsx'
import NotFoundPage from '../pages/NotFoundPage.tsx'
import { ChangedLessons } from './ChangedLessons.tsx'
import styles from './Classroom.module.css'
import { ClassroomRoom } from './ClassroomRoom.tsx'
import { LessonView } from './LessonView.tsx'
import {
  findLesson,
  findNextLesson,
  isClosed,
  type LessonInSection,
  type LessonRef,
  lessonRef,
  listLessons,
} from './lesson-ref.ts'
import { NotEnrolled } from './NotEnrolled.tsx'
import { useClassroom, useRefreshProgress } from './useClassroom.ts'

const ClassroomPreview = lazyScreen(() => import('./ClassroomPreview.tsx'))

/** `/classroom/:slug?section=&lesson=`: one lesson, beside the outline of the course and, if it has one, its lab. Authors preview their draft here. */
export default function ClassroomPage() {
  const { slug = '' } = useParams()
  const [params] = useSearchParams()
  if (params.get('preview') !== 'draft') return <MyClassroom slug={slug} />
  return (
    <Suspense fallback={<Loading what="the preview" />}>
      <ClassroomPreview slug={slug} />
    </Suspense>
  )
}

function MyClassroom({ slug }: { slug: string }) {
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
  const lessons = listLessons(course)
  const wanted = { section: params.get('section') ?? '', lesson: params.get('lesson') ?? '' }
  const current = findLesson(lessons, wanted, resume)
  if (!current) return <NoLessons title={course.title} />
  const ref = lessonRef(current)
  const pathOf = (lesson: LessonRef) => paths.lesson(course.slug, lesson)
  const path = pathOf(ref)
  const closed = isClosed(progress, ref)
  const lab = closed ? null : current.lesson.lab
  return (
    <ClassroomRoom
      {...{ course, progress, current, pathOf, path }}
      coursePath={paths.course(course.slug)}
      workspace={
        lab
          ? (lesson) => (
              <LabWorkspace
                key={path}
                lab={lab.slug}
                title={lab.title}
                lesson={{ slug: course.slug, ...ref }}
                onLessonCompleted={() => void refresh()}
              >
                {lesson}
              </LabWorkspace>
            )
          : undefined
      }
    >
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
      <FeedbackOffer progress={progress} />
    </ClassroomRoom>
  )
}

function NoLessons({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Empty
        title="No lessons yet"
        icon="book"
        action={<ButtonLink to={paths.dashboard}>Go to your dashboard</ButtonLink>}
      >
        This course is still being written. Its lessons will appear here when they are ready.
      </Empty>
    </Page>
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
