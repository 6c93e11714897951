import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Icon } from '@flagyard/ui/Icon'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatDate, formatPercent } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { toasts } from '../../shell/toasts.ts'
import { CourseComplete } from '../certificates/CourseComplete.tsx'
import { ReportLesson } from '../lesson-reports/ReportLesson.tsx'
import styles from './Classroom.module.css'
import { LessonArticle } from './LessonArticle.tsx'
import { type CourseSection, countRequired, findLessonProgress, type LessonInSection, lessonRef } from './lesson-ref.ts'
import { useCompleteLesson, useRecordLastSeen } from './useClassroom.ts'
import { NotesOfLesson, VideoLesson } from './VideoLesson.tsx'

interface Props {
  course: CourseDetails
  progress: CourseProgress
  current: LessonInSection
  next: LessonInSection | undefined
  previous: LessonInSection | undefined
  /** True if the course was not complete when the learner opened it. */
  isNewlyComplete: boolean
}

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

interface LessonCompletionProps {
  /** Completes the lesson: watching the video, solving the lab's flags, or the button. */
  completedBy: 'video' | 'lab' | 'reading'
  completedAt: string | null
  watched: number
  required: number
  isPending: boolean
  error: string | undefined
  lab: string | undefined
  hasNext: boolean
  onComplete: () => void
  /** Shown after completion: the sections or course finished with it. */
  children?: ReactNode
}

function LessonCompletion({
  completedBy,
  completedAt,
  watched,
  required,
  isPending,
  error,
  lab,
  hasNext,
  onComplete,
  children,
}: LessonCompletionProps) {
  const watchedEnough = watched + 1e-9 >= required
  return (
    <Card className={styles.end}>
      {completedAt ? (
        <>
          <Chip tone="good">Complete</Chip>
          <span className="small">On {formatDate(completedAt)}</span>
          {children}
        </>
      ) : completedBy === 'video' && !watchedEnough ? (
        <>
          <Chip tone="warn">Not complete yet</Chip>
          <span className="small">
            You have watched {formatPercent(watched)}; this lesson needs {formatPercent(required)}
          </span>
        </>
      ) : completedBy === 'lab' ? (
        <>
          <Chip tone="warn">Not complete yet</Chip>
          <span className="small">Solve the lab’s flags to complete this lesson{lab && <FlagsLeft lab={lab} />}</span>
        </>
      ) : (
        <>
          <Chip tone="info">{completedBy === 'video' ? 'Watched enough' : 'Not complete yet'}</Chip>
          <span className={styles.push}>
            <Button variant="primary" busy={isPending} onClick={onComplete}>
              {completedBy === 'reading' && hasNext ? 'Mark complete and continue' : 'Mark complete'}
            </Button>
          </span>
        </>
      )}
      <p role="alert" className={styles.problem}>
        {error}
      </p>
    </Card>
  )
}

/** Uses the same query as the flags next to the lesson, so there is only one request. */
function FlagsLeft({ lab }: { lab: string }) {
  const { data: flags } = useQuery(callQuery('listLabFlags', { lab }))
  if (!flags) return null
  const left = flags.filter((flag) => !flag.solved_at)
  return `: ${flags.length - left.length} of ${flags.length} solved, “${left.map(({ title }) => title).join('”, “')}” missing`
}

interface SectionCompleteProps {
  course: CourseDetails
  progress: CourseProgress
  section: CourseSection
}

/** Shown below the last lesson of a completed section: the sections it unlocked, and the progress of the course. */
function SectionComplete({ course, progress, section }: SectionCompleteProps) {
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
