import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { RichText, TextIsLoading } from '../../shell/RichText.tsx'
import styles from './Classroom.module.css'
import { formatDuration, lessonKinds } from './lesson-kinds.ts'
import { LessonPlayerProvider } from './lesson-player.ts'
import type { LessonInSection } from './lesson-ref.ts'

interface Props {
  current: LessonInSection
  next: LessonInSection | undefined
  nextPath: string | undefined
  previous?: { title: string; path: string } | undefined
  /** Its film, with the heading where the film wants it; null where there is none. */
  video: ((heading: ReactNode, onLoaded: () => void) => ReactNode) | null
  /** Below the text. */
  footer: ReactNode
}

/** What a lesson shows: its film or its kind, its text, and the ways to those beside it. */
export function LessonArticle({ current: { lesson }, next, nextPath, previous, video, footer }: Props) {
  const heading = <h1 className={styles.title}>{lesson.title}</h1>
  const { isFilmLoaded, onFilmLoaded } = useFilmLoaded()
  return (
    <LessonPlayerProvider>
      <article className={styles.article}>
        {video ? (
          video(heading, onFilmLoaded)
        ) : (
          <header>
            {heading}
            <p className="small muted">
              {lessonKinds[lesson.kind].word}
              {lesson.duration_seconds > 0 && ` · ${formatDuration(lesson.duration_seconds)}`}
            </p>
            {lesson.lab && (
              <a className={styles.toLab} href="#lab">
                Go to the lab and its flags
              </a>
            )}
          </header>
        )}
        {lesson.body && video && !isFilmLoaded ? (
          <TextIsLoading />
        ) : lesson.body ? (
          <RichText contents footer={footer}>
            {lesson.body}
          </RichText>
        ) : (
          footer
        )}
        <div className={styles.beside}>
          {previous && (
            <Link to={previous.path}>
              <Icon name="back" size={18} /> Previous: {previous.title}
            </Link>
          )}
          {next && nextPath && (
            <Link to={nextPath} className={styles.next}>
              Next: {next.lesson.title} <Icon name="arrow" size={18} />
            </Link>
          )}
        </div>
      </article>
    </LessonPlayerProvider>
  )
}

/** How long the text waits for the film above it. */
const FILM_FIRST_MS = 2_000

/** The film comes first: on a slow network what shows the text would take its turn. A film that does not come holds nothing up. */
function useFilmLoaded() {
  const [isFilmLoaded, setLoaded] = useState(false)
  const onFilmLoaded = useCallback(() => setLoaded(true), [])
  useEffect(() => {
    const timer = setTimeout(onFilmLoaded, FILM_FIRST_MS)
    return () => clearTimeout(timer)
  }, [onFilmLoaded])
  return { isFilmLoaded, onFilmLoaded }
}
