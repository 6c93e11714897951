import type { FreeLesson } from '@flagyard/api-types'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { api } from '../../lib/api.ts'
import type { LessonRef } from './lesson-ref.ts'
import type { NextLesson } from './player/up-next.ts'
import { VideoPlayer } from './VideoPlayer.tsx'
import { findVisitorLesson, saveVisitorLesson, visitorProgressAtom } from './visitor-progress.ts'

interface Props {
  slug: string
  lesson: LessonRef
  content: FreeLesson
  heading: ReactNode
  upNext?: NextLesson | undefined
}

/** The video of a free lesson for a visitor; the progress is stored in this browser. */
export function VisitorVideo({ slug, lesson, content, heading, upNext }: Props) {
  const ref = { slug, ...lesson }
  const saved = findVisitorLesson(useAtomValue(visitorProgressAtom), ref)
  const { title, receipt, duration_seconds } = content
  const seconds = (saved?.intervals ?? []).reduce((sum, [from, to]) => sum + to - from, 0)
  return (
    <VideoPlayer
      title={title}
      heading={heading}
      duration={duration_seconds}
      loadSource={async () => {
        const { video } = await api.getFreeLesson(ref)
        if (!video) throw new Error('The lesson lost its video')
        return video
      }}
      startAt={saved?.position_seconds ?? 0}
      watched={duration_seconds > 0 ? Math.min(1, seconds / duration_seconds) : 0}
      intervals={saved?.intervals ?? []}
      keptWhere="Your place is kept in this browser"
      upNext={upNext}
      send={async (heartbeat) => saveVisitorLesson({ ...ref, title, receipt, ...heartbeat })}
      onEnded={() => undefined}
    />
  )
}
