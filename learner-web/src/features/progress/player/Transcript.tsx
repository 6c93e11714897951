import type { VideoUrl } from '@flagyard/api-types'
import { buttonClass } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { formatSeconds } from '../../../lib/format.ts'
import styles from './BelowVideo.module.css'
import { CueList } from './CueList.tsx'
import { type Cue, readCaptions } from './captions.ts'
import { playerSettingsAtom } from './settings.ts'
import { TranscriptSearch } from './TranscriptSearch.tsx'
import { chosenCaptions } from './useCaptionText.ts'

interface Props {
  title: string
  captions: VideoUrl['captions']
  position: number
  onSeek: (second: number) => void
}

/** The captions of a video as text, which follows playback and can be searched. A click on a line seeks to it. */
export function Transcript({ title, captions, position, onSeek }: Props) {
  const settings = useAtomValue(playerSettingsAtom)
  const [lang, setLang] = useState(() => chosenCaptions(captions, { ...settings, captions: true })?.lang)
  const track = captions.find((one) => one.lang === lang)
  const { data: cues, error } = useQuery({
    queryKey: ['captions', track?.url],
    queryFn: async () =>
      readCaptions(await (await api.streamVideo({ token: track?.url.split('/').at(-1) ?? '' })).text()),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Card as="section" className={styles.transcript}>
      <div className="row between">
        <h2 className={styles.title}>Transcript</h2>
        <div className={styles.tools}>
          {captions.length > 1 && <Languages captions={captions} lang={lang} onChange={setLang} />}
          {cues && cues.length > 0 && (
            <a
              className={buttonClass({})}
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(asText(title, cues))}`}
              download={`${title}.txt`}
            >
              Download as text
            </a>
          )}
        </div>
      </div>
      {error && <p role="alert">We could not load the transcript. Close it and open it again to retry.</p>}
      {!error && !cues && <p className="muted">Loading the transcript…</p>}
      {cues?.length === 0 && <p className="muted">These captions are empty.</p>}
      {cues && cues.length > 0 && <Searched key={lang} cues={cues} position={position} onSeek={onSeek} />}
    </Card>
  )
}

function Searched({ cues, position, onSeek }: { cues: Cue[] } & Pick<Props, 'position' | 'onSeek'>) {
  const [wanted, setWanted] = useState('')
  const [at, setAt] = useState(0)
  const words = wanted.trim().toLowerCase()
  const found = words === '' ? [] : cues.filter(({ text }) => text.toLowerCase().includes(words))
  return (
    <>
      <TranscriptSearch
        wanted={wanted}
        found={found.length}
        at={at}
        onChange={(next) => {
          setWanted(next)
          setAt(0)
        }}
        onStep={(by) => setAt((at + by + found.length) % found.length)}
      />
      <CueList cues={cues} words={words} shown={found[at]} position={position} onSeek={onSeek} />
    </>
  )
}

interface LanguagesProps {
  captions: VideoUrl['captions']
  lang: string | undefined
  onChange: (lang: string) => void
}

function Languages({ captions, lang, onChange }: LanguagesProps) {
  const id = useId()
  return (
    <span className={styles.tools}>
      <label className="small" htmlFor={id}>
        Language
      </label>
      <select id={id} className={styles.field} value={lang} onChange={(event) => onChange(event.currentTarget.value)}>
        {captions.map((one) => (
          <option key={one.lang} value={one.lang}>
            {one.label}
          </option>
        ))}
      </select>
    </span>
  )
}

const asText = (title: string, cues: Cue[]) =>
  [title, '', ...cues.map(({ from, text }) => `${formatSeconds(from)}  ${text}`), ''].join('\n')
