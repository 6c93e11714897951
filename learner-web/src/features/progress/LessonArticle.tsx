import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import * as t from '../../messages/en/progress.ts'
import { RichText, TextIsLoading } from '../../shell/RichText.tsx'
import styles from './Classroom.module.css'
import { LessonPlayerProvider } from './lesson-player.ts'
import { formatDuration, type LessonInSection, lessonKinds } from './lesson-ref.ts'

interface Props {
  current: LessonInSection
  next: LessonInSection | undefined
  nextPath: string | undefined
  previous?: { title: string; path: string } | undefined
  /** Renders the video, which places the heading; null if the lesson has none. */
  video: ((heading: ReactNode, onLoaded: () => void) => ReactNode) | null
  footer: ReactNode
}

export function LessonArticle({ current: { lesson }, next, nextPath, previous, video, footer }: Props) {
  const heading = <h1 className={styles.title}>{lesson.title}</h1>
  const { isVideoLoaded, onVideoLoaded } = useVideoLoaded()
  return (
    <LessonPlayerProvider>
      <article className={styles.article}>
        {video ? (
          video(heading, onVideoLoaded)
        ) : (
          <header>
            {heading}
            <p className="small muted">
              {lessonKinds[lesson.kind].word}
              {lesson.duration_seconds > 0 && ` · ${formatDuration(lesson.duration_seconds)}`}
            </p>
            {lesson.lab && (
              <a className={styles.toLab} href="#lab">
                {t.goToLab}
              </a>
            )}
          </header>
        )}
        {lesson.body && video && !isVideoLoaded ? (
          <TextIsLoading />
        ) : lesson.body ? (
          <RichText contents footer={footer}>
            {lesson.body}
          </RichText>
        ) : (
          footer
        )}
        <div className={styles.actions}>
          {previous && (
            <Link to={previous.path}>
              <Icon name="back" size={18} /> {t.previousLesson({ title: previous.title })}
            </Link>
          )}
          {next && nextPath && (
            <Link to={nextPath} className={styles.next}>
              {t.nextLesson({ title: next.lesson.title })} <Icon name="arrow" size={18} />
            </Link>
          )}
        </div>
      </article>
    </LessonPlayerProvider>
  )
}

/** Maximum time in milliseconds that the text waits for the video above it. */
const MAX_VIDEO_WAIT_MS = 2_000

/** Loads the video first: on a slow network, the text's renderer would compete with it. A video that fails to load does not block the text. */
function useVideoLoaded() {
  const [isVideoLoaded, setLoaded] = useState(false)
  const onVideoLoaded = useCallback(() => setLoaded(true), [])
  useEffect(() => {
    const timer = setTimeout(onVideoLoaded, MAX_VIDEO_WAIT_MS)
    return () => clearTimeout(timer)
  }, [onVideoLoaded])
  return { isVideoLoaded, onVideoLoaded }
}
