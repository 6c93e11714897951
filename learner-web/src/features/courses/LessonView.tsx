import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { RichText } from '../../shell/RichText.tsx'
import styles from './Classroom.module.css'
import { LessonEnd } from './LessonEnd.tsx'
import { addressOf, lessonPath, type Place, progressAt } from './lesson-place.ts'
import { useComplete, useSeen } from './useClassroom.ts'
import { VideoLesson } from './VideoLesson.tsx'

interface Props {
  course: CourseDetails
  progress: CourseProgress
  place: Place
  next: Place | undefined
}

/** One lesson: its video or its words, and what it takes to complete it. */
export function LessonView({ course, progress, place, next }: Props) {
  const { lesson } = place
  const at = addressOf(place)
  const mine = progressAt(progress, at)
  const navigate = useNavigate()
  const { complete, busy, problem } = useComplete(course.slug, at)
  const ending = useRef(false)
  useSeen(course.slug, at)
  const nextPath = next && lessonPath(course.slug, addressOf(next))
  const heading = <h1 className={styles.title}>{lesson.title}</h1>
  const video = lesson.kind === 'video' && lesson.has_video
  const completeAtEnd = async (watched: number) => {
    if (ending.current || mine?.completed_at || watched + 1e-9 < progress.video_share) return
    ending.current = true
    await complete()
    ending.current = false
  }
  const goOn = async () => {
    if ((await complete()) && nextPath) void navigate(nextPath)
  }
  const end = (
    <LessonEnd
      way={video ? 'video' : lesson.kind === 'lab' && lesson.lab ? 'lab' : 'reading'}
      completedAt={mine?.completed_at ?? null}
      watched={mine?.watched ?? 0}
      needed={progress.video_share}
      busy={busy}
      problem={problem}
      hasNext={next !== undefined}
      onComplete={video ? () => void complete() : () => void goOn()}
    />
  )
  return (
    <article className={styles.article}>
      {video ? (
        <VideoLesson
          slug={course.slug}
          at={at}
          title={lesson.title}
          heading={heading}
          duration={lesson.duration_seconds}
          mine={mine}
          onEnded={completeAtEnd}
        />
      ) : (
        <header>
          {heading}
          <p className="small muted">{kinds[lesson.kind]}</p>
          {lesson.lab && (
            <a className={styles.toLab} href="#lab">
              Go to the lab and its flags
            </a>
          )}
        </header>
      )}
      {lesson.body ? <RichText footer={end}>{lesson.body}</RichText> : end}
      {next && nextPath && (
        <p className={styles.next}>
          <Link to={nextPath}>
            Next: {next.lesson.title} <Icon name="arrow" size={18} />
          </Link>
        </p>
      )}
    </article>
  )
}

const kinds = { video: 'Video', lab: 'Lab', reading: 'Reading' } as const
