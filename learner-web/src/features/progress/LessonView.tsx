import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { toasts } from '../../shell/toasts.ts'
import { CourseComplete } from '../certificates/CourseComplete.tsx'
import { ReportLesson } from '../lesson-reports/ReportLesson.tsx'
import { LessonArticle } from './LessonArticle.tsx'
import { LessonCompletion } from './LessonCompletion.tsx'
import { countRequired, findLessonProgress, type LessonInSection, lessonRef } from './lesson-ref.ts'
import { NotesOfLesson } from './NotesOfLesson.tsx'
import { SectionComplete } from './SectionComplete.tsx'
import { useCompleteLesson, useRecordLastSeen } from './useClassroom.ts'
import { VideoLesson } from './VideoLesson.tsx'

interface Props {
  course: CourseDetails
  progress: CourseProgress
  current: LessonInSection
  next: LessonInSection | undefined
  previous: LessonInSection | undefined
  /** True if the course was not complete when the learner opened it. */
  isNewlyComplete: boolean
}

/** One lesson: video or text, completion state, and the sections or course finished with it. */
export function LessonView({ course, progress, current, next, previous, isNewlyComplete }: Props) {
  const { lesson } = current
  const ref = lessonRef(current)
  const lessonProgress = findLessonProgress(progress, ref)
  const navigate = useNavigate()
  const { complete, isPending, error } = useCompleteLesson(course.slug, ref)
  const completing = useRef(false)
  useRecordLastSeen(course.slug, ref)
  const upNext = next && {
    title: next.lesson.title,
    path: paths.lesson(course.slug, lessonRef(next)),
    // Never advances away from an unfinished lesson or from the end of the course.
    advances: Boolean(lessonProgress?.completed_at) && !(isNewlyComplete && progress.completed_at),
  }
  const video = lesson.kind === 'video' && lesson.has_video
  const completeAtEnd = async (watched: number) => {
    if (completing.current || lessonProgress?.completed_at || watched + 1e-9 < progress.video_share) return
    completing.current = true
    await complete()
    completing.current = false
  }
  const completeAndContinue = async () => {
    const { completed, required } = countRequired(current.section, progress)
    const isLast = lesson.required && completed === required - 1
    if (!(await complete()) || !upNext) return
    if (isLast) toasts.show({ type: 'success', content: `“${current.section.title}” is complete.` })
    void navigate(upNext.path)
  }
  const completion = (
    <LessonCompletion
      completedBy={video ? 'video' : lesson.kind === 'lab' && lesson.lab ? 'lab' : 'reading'}
      completedAt={lessonProgress?.completed_at ?? null}
      watched={lessonProgress?.watched ?? 0}
      required={progress.video_share}
      isPending={isPending}
      error={error}
      lab={lesson.lab?.slug}
      hasNext={next !== undefined}
      onComplete={video ? () => void complete() : () => void completeAndContinue()}
    >
      <SectionComplete course={course} progress={progress} section={current.section} />
    </LessonCompletion>
  )
  return (
    <LessonArticle
      current={current}
      next={next}
      nextPath={upNext?.path}
      video={
        video
          ? (heading, onLoaded) => (
              <VideoLesson
                slug={course.slug}
                lesson={ref}
                title={lesson.title}
                heading={heading}
                duration={lesson.duration_seconds}
                progress={lessonProgress}
                upNext={upNext}
                onLoaded={onLoaded}
                onEnded={completeAtEnd}
              />
            )
          : null
      }
      previous={previous && { title: previous.lesson.title, path: paths.lesson(course.slug, lessonRef(previous)) }}
      footer={
        <>
          {completion}
          <NotesOfLesson course={course.slug} lesson={ref} title={lesson.title} />
          {isNewlyComplete && progress.completed_at && (
            <CourseComplete course={course} certificateId={progress.certificate_id} />
          )}
          <ReportLesson place={{ slug: course.slug, ...ref }} title={lesson.title} hasFilm={video} />
        </>
      }
    />
  )
}
