import type { LessonProgress } from '@flagyard/api-types'
import { type ReactNode, useRef } from 'react'
import { api } from '../../lib/api.ts'
import * as t from '../../messages/en/progress.ts'
import { LessonNotes } from '../notes/LessonNotes.tsx'
import { type NextLesson, useLessonPlayer } from './lesson-player.ts'
import type { LessonRef } from './lesson-ref.ts'
import { useSaveLessonProgress } from './useClassroom.ts'
import { VideoPlayer } from './VideoPlayer.tsx'

interface Props {
  slug: string
  lesson: LessonRef
  title: string
  heading: ReactNode
  duration: number
  progress: LessonProgress | undefined
  upNext?: NextLesson | undefined
  /** Called when the first frame is loaded. */
  onLoaded?: () => void
  /** Called at the end of the video; `watched` is the share counted by the server. */
  onEnded: (watched: number) => void
}

export function VideoLesson({ slug, lesson, title, heading, duration, progress, upNext, onLoaded, onEnded }: Props) {
  const saveProgress = useSaveLessonProgress(slug)
  const watched = useRef(progress?.watched ?? 0)
  return (
    <VideoPlayer
      title={title}
      heading={heading}
      duration={duration}
      loadSource={() => api.getVideoUrl({ slug, ...lesson })}
      startAt={progress?.position_seconds ?? 0}
      watched={progress?.watched ?? 0}
      intervals={progress?.intervals ?? []}
      progressNote={t.resumesOnAnyDevice}
      upNext={upNext}
      {...(onLoaded && { onLoaded })}
      send={async (heartbeat, keepalive) => {
        const payload = { section: lesson.section, lesson: lesson.lesson, ...heartbeat }
        const row = await api.updateLastSeen({ slug, updateLastSeenPayload: payload }, { keepalive })
        watched.current = row.watched
        saveProgress(row)
      }}
      onEnded={() => onEnded(watched.current)}
    />
  )
}

interface NotesOfLessonProps {
  course: string
  lesson: LessonRef
  title: string
}

/** The learner's notes on the current lesson, linked to positions in its video. */
export function NotesOfLesson({ course, lesson: { section, lesson }, title }: NotesOfLessonProps) {
  return <LessonNotes place={{ course, section, lesson }} title={title} player={useLessonPlayer()} />
}
