import type { VideoUrl } from '@flagyard/api-types'
import { Card } from '@flagyard/ui/Card'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatSeconds } from '../../lib/format.ts'
import styles from './Classroom.module.css'
import { readCaptions } from './captions.ts'

/** The captions of a video as text. A click on a line seeks to it. */
export function Transcript({
  source,
  position,
  onSeek,
}: {
  source: VideoUrl
  position: number
  onSeek: (seconds: number) => void
}) {
  const langId = useId()
  const [lang, setLang] = useState(source.captions[0]?.lang)
  const track = source.captions.find((one) => one.lang === lang)
  const { data: cues, error } = useQuery({
    queryKey: ['captions', track?.url],
    queryFn: async () =>
      readCaptions(await (await api.streamVideo({ token: track?.url.split('/').at(-1) ?? '' })).text()),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const current = cues?.findLast((cue) => cue.from <= position + 0.5)
  return (
    <Card as="section" className={styles.transcript}>
      <div className="row between">
        <h2 className={styles.small}>Transcript</h2>
        {source.captions.length > 1 && (
          <span className={styles.speed}>
            <label htmlFor={langId}>Language</label>
            <select id={langId} value={lang} onChange={(event) => setLang(event.currentTarget.value)}>
              {source.captions.map((one) => (
                <option key={one.lang} value={one.lang}>
                  {one.label}
                </option>
              ))}
            </select>
          </span>
        )}
      </div>
      {error && <p role="alert">We could not load the transcript. Close it and open it again to retry.</p>}
      {!error && !cues && <p className="muted">Loading the transcript…</p>}
      {cues?.length === 0 && <p className="muted">These captions are empty.</p>}
      <ol className={styles.cues}>
        {cues?.map((cue) => (
          <li key={cue.from}>
            <button type="button" aria-current={cue === current || undefined} onClick={() => onSeek(cue.from)}>
              <span className="mono muted">{formatSeconds(cue.from)}</span>
              <span>{cue.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </Card>
  )
}
