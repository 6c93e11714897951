import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty, Loading } from '@flagyard/ui/Feedback'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Fragment, Suspense, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import * as t from '../../messages/en/progress.ts'
import { Page } from '../../shell/Page.tsx'
import { CourseComplete } from '../certificates/CourseComplete.tsx'
import { FeedbackOffer } from '../feedback/FeedbackOffer.tsx'
import { useBookmarks } from '../notes/Bookmarks.tsx'
import { samePlace } from '../notes/note-drafts.ts'
import { FailedPage } from '../pages/NotFoundPage.tsx'
import styles from './Classroom.module.css'
import { ClassroomLayout } from './ClassroomLayout.tsx'
import { ClosedSection } from './ClosedSection.tsx'
import { LessonView } from './LessonView.tsx'
import {
  findLesson,
  findNextLesson,
  findPreviousLesson,
  isClosed,
  type LessonRef,
  lessonRef,
  listLessons,
} from './lesson-ref.ts'
import { LazyLabWorkspace, NotEnrolled } from './NotEnrolled.tsx'
import { useClassroom, useRefreshProgress } from './useClassroom.ts'

const ClassroomPreview = lazyScreen(() => import('./ClassroomPreview.tsx'))

/** `/classroom/:slug?section=&lesson=`: one lesson, next to the course outline and, if it has one, its lab. Authors also preview drafts here. */
export default function ClassroomPage() {
  const { slug = '' } = useParams()
  const [params] = useSearchParams()
  if (params.get('preview') !== 'draft') return <MyClassroom slug={slug} />
  return (
    <Suspense fallback={<Loading what={t.previewNoun} />}>
      <ClassroomPreview slug={slug} />
    </Suspense>
  )
}

function MyClassroom({ slug }: { slug: string }) {
  const { progress, course, error, retry } = useClassroom(slug)
  if (error) return <FailedPage title={t.classroom} what={t.thisClassroomNoun} error={error} onRetry={retry} />
  if (progress && !progress.enrolled) return <NotEnrolled progress={progress} />
  if (!progress || !course) return <Loading what={t.classroomNoun} />
  return <Classroom key={slug} course={course} progress={progress} />
}

function Classroom({ course, progress }: { course: CourseDetails; progress: CourseProgress }) {
  const [params] = useSearchParams()
  // Read once: completing this lesson changes `resume`, which must not replace the current lesson.
  const [resume] = useState(progress.resume)
  const [wasComplete] = useState(progress.completed_at !== null)
  const { bookmarks } = useBookmarks()
  const isBookmarked = (at: LessonRef) =>
    Boolean(bookmarks?.some(({ lesson }) => samePlace(lesson, { course: course.slug, ...at })))
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
  const next = findNextLesson(lessons, current, progress.closed_sections)
  return (
    <ClassroomLayout
      {...{ course, progress, current, pathOf, isBookmarked, path }}
      coursePath={paths.course(course.slug)}
      workspace={
        lab
          ? (lesson) => (
              <LazyLabWorkspace
                key={path}
                lab={lab.slug}
                title={lab.title}
                lesson={{ slug: course.slug, ...ref }}
                next={next && { title: next.lesson.title, path: pathOf(lessonRef(next)) }}
                onLessonCompleted={() => void refresh()}
              >
                {lesson}
              </LazyLabWorkspace>
            )
          : undefined
      }
    >
      <ChangedLessons progress={progress} />
      {wasComplete && <CourseComplete course={course} certificateId={progress.certificate_id} />}
      {closed ? (
        <ClosedSection course={course} progress={progress} current={current} />
      ) : (
        <LessonView
          key={path}
          course={course}
          progress={progress}
          current={current}
          next={next}
          previous={findPreviousLesson(lessons, current, progress.closed_sections)}
          isNewlyComplete={!wasComplete}
        />
      )}
      <FeedbackOffer progress={progress} />
    </ClassroomLayout>
  )
}

function NoLessons({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Empty
        title={t.noLessonsYet}
        icon="book"
        action={<ButtonLink to={paths.dashboard}>{t.goToYourDashboard}</ButtonLink>}
      >
        {t.noLessonsYetText}
      </Empty>
    </Page>
  )
}

/** Maximum number of lessons listed by name: a rewritten course would fill the page. */
const MAX_NAMED = 3

/** Note about lessons that changed since the learner completed them. Lessons disappear from it when they are opened again. */
function ChangedLessons({ progress: { slug, changed_lessons } }: { progress: CourseProgress }) {
  if (changed_lessons.length === 0) return null
  const named = changed_lessons.slice(0, MAX_NAMED)
  const more = changed_lessons.length - named.length
  return (
    <p className={styles.changed}>
      <Icon name="info" size={18} />
      <span>
        {t.changedLessons({
          count: changed_lessons.length,
          lessons: named.map(({ section, lesson, title }, at) => (
            <Fragment key={`${section}/${lesson}`}>
              {at > 0 && ', '}
              <Link to={paths.lesson(slug, { section, lesson })}>{title}</Link>
            </Fragment>
          )),
          more,
        })}
      </span>
    </p>
  )
}
