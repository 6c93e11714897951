import type { CourseDetails, CourseProgress, LessonProgress } from '@flagyard/api-types'
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
import * as t from '../../messages/en/progress.ts'
import { showSuccess } from '../../shell/toasts.ts'
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
    autoAdvances: Boolean(lessonProgress?.completed_at) && !(isNewlyComplete && progress.completed_at),
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
    if (isLast) showSuccess(t.sectionComplete({ title: current.section.title }))
    void navigate(upNext.path)
  }
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
          <LessonCompletion
            lesson={lesson}
            lessonProgress={lessonProgress}
            required={progress.video_share}
            isPending={isPending}
            error={error}
            hasNext={next !== undefined}
            onComplete={() => void (video ? complete() : completeAndContinue())}
          >
            <SectionComplete course={course} progress={progress} section={current.section} />
          </LessonCompletion>
          <NotesOfLesson course={course.slug} lesson={ref} title={lesson.title} />
          {isNewlyComplete && progress.completed_at && (
            <CourseComplete course={course} certificateId={progress.certificate_id} />
          )}
          <ReportLesson place={{ slug: course.slug, ...ref }} title={lesson.title} hasVideo={video} />
        </>
      }
    />
  )
}

interface LessonCompletionProps {
  lesson: LessonInSection['lesson']
  lessonProgress: LessonProgress | undefined
  /** Share of a video that must be watched. */
  required: number
  isPending: boolean
  error: string | undefined
  hasNext: boolean
  onComplete: () => void
  /** Shown after completion: the sections or course finished with it. */
  children: ReactNode
}

/** State of the lesson. A video completes it at its end, a lab by its flags, and a reading by the button. */
function LessonCompletion(props: LessonCompletionProps) {
  const { lesson, lessonProgress, required, isPending, error, hasNext, onComplete, children } = props
  const { watched = 0, completed_at } = lessonProgress ?? {}
  const isVideo = lesson.kind === 'video' && lesson.has_video
  return (
    <Card className={styles.end}>
      {completed_at ? (
        <>
          <Chip tone="good">{t.complete}</Chip>
          <span className="small">{t.completedOn({ date: formatDate(completed_at) })}</span>
          {children}
        </>
      ) : isVideo && watched + 1e-9 < required ? (
        <>
          <Chip tone="warn">{t.notCompleteYet}</Chip>
          <span className="small">
            {t.watchedOfRequired({ watched: formatPercent(watched), required: formatPercent(required) })}
          </span>
        </>
      ) : lesson.kind === 'lab' && lesson.lab ? (
        <>
          <Chip tone="warn">{t.notCompleteYet}</Chip>
          <span className="small">
            <FlagsLeft lab={lesson.lab.slug} />
          </span>
        </>
      ) : (
        <>
          <Chip tone="info">{isVideo ? t.watchedEnough : t.notCompleteYet}</Chip>
          <span className={styles.push}>
            <Button variant="primary" busy={isPending} onClick={onComplete}>
              {!isVideo && hasNext ? t.markCompleteAndContinue : t.markComplete}
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
  if (!flags) return t.solveFlags
  const left = flags.filter((flag) => !flag.solved_at)
  return t.solveFlagsLeft({
    solved: flags.length - left.length,
    all: flags.length,
    left: left.length,
    titles: left.map(({ title }) => t.quoted({ title })).join(', '),
  })
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
        {t.sectionCompleteProgress({
          title: section.title,
          opened: opened.length,
          titles: opened.map(({ title }) => t.quoted({ title })).join(t.andSeparator),
          completed: progress.completed,
          required: progress.required,
        })}
      </span>
    </p>
  )
}
