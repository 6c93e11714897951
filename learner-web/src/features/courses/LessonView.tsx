import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { LessonArticle } from './LessonArticle.tsx'
import { LessonCompletion } from './LessonCompletion.tsx'
import { findLessonProgress, type LessonInSection, lessonRef } from './lesson-ref.ts'
import { useCompleteLesson, useRecordLastSeen } from './useClassroom.ts'
import { VideoLesson } from './VideoLesson.tsx'

interface Props {
  course: CourseDetails
  progress: CourseProgress
  current: LessonInSection
  next: LessonInSection | undefined
}

/** One lesson: its video or text, what completes it, and the link to the next. */
export function LessonView({ course, progress, current, next }: Props) {
  const { lesson } = current
  const ref = lessonRef(current)
  const lessonProgress = findLessonProgress(progress, ref)
  const navigate = useNavigate()
  const { complete, isPending, error } = useCompleteLesson(course.slug, ref)
  const completing = useRef(false)
  useRecordLastSeen(course.slug, ref)
  const nextPath = next && paths.lesson(course.slug, lessonRef(next))
  const video = lesson.kind === 'video' && lesson.has_video
  const completeAtEnd = async (watched: number) => {
    if (completing.current || lessonProgress?.completed_at || watched + 1e-9 < progress.video_share) return
    completing.current = true
    await complete()
    completing.current = false
  }
  const completeAndContinue = async () => {
    if ((await complete()) && nextPath) void navigate(nextPath)
  }
  const completion = (
    <LessonCompletion
      completedBy={video ? 'video' : lesson.kind === 'lab' && lesson.lab ? 'lab' : 'reading'}
      completedAt={lessonProgress?.completed_at ?? null}
      watched={lessonProgress?.watched ?? 0}
      required={progress.video_share}
      isPending={isPending}
      error={error}
      hasNext={next !== undefined}
      onComplete={video ? () => void complete() : () => void completeAndContinue()}
    />
  )
  return (
    <LessonArticle
      current={current}
      next={next}
      nextPath={nextPath}
      video={
        video
          ? (heading) => (
              <VideoLesson
                slug={course.slug}
                lesson={ref}
                title={lesson.title}
                heading={heading}
                duration={lesson.duration_seconds}
                progress={lessonProgress}
                onEnded={completeAtEnd}
              />
            )
          : null
      }
      footer={completion}
    />
  )
}
