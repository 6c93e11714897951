import type { VideoUrl } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { useState } from 'react'
import { formatSeconds } from '../../../lib/format.ts'
import * as t from '../../../messages/en/progress.ts'
import { useLessonPlayer } from '../lesson-player.ts'
import { chapterAt, chaptersOf } from './captions.ts'
import styles from './Player.module.css'
import { Transcript } from './Transcript.tsx'

export function BelowVideo({ title, source, position }: { title: string; source: VideoUrl; position: number }) {
  const [transcriptOpen, setTranscriptOpen] = useState(false)
  const player = useLessonPlayer()
  const onSeek = (second: number) => player?.seek(second)
  const { captions } = source
  const chapters = chaptersOf(source)
  const current = chapterAt(chapters, position)
  if (chapters.length === 0 && captions.length === 0) return null
  return (
    <>
      {chapters.length > 0 && (
        <nav aria-label={t.chapters}>
          <ol className={styles.chapters}>
            {chapters.map((chapter) => (
              <li key={chapter.second}>
                <button
                  type="button"
                  aria-current={chapter === current || undefined}
                  onClick={() => onSeek(chapter.second)}
                >
                  <span className="mono muted">{formatSeconds(chapter.second)}</span> {chapter.title}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {captions.length > 0 && (
        <div>
          <Button aria-expanded={transcriptOpen} onClick={() => setTranscriptOpen(!transcriptOpen)}>
            {t.transcript}
          </Button>
        </div>
      )}
      {transcriptOpen && <Transcript {...{ title, captions, position, onSeek }} />}
    </>
  )
}
