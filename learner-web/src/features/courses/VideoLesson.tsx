import type { LessonProgress } from '@flagyard/api-types'
import { type ReactNode, useRef } from 'react'
import { api } from '../../lib/api.ts'
import type { LessonRef } from './lesson-ref.ts'
import type { NextLesson } from './player/up-next.ts'
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
  /** Its first picture stands there. */
  onLoaded?: () => void
  /** The video has ended; `watched` is the share that the server has counted. */
  onEnded: (watched: number) => void
}

/** The video of a lesson for an account, whose progress the server keeps. */
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
      keptWhere="Resumes here on any device"
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
