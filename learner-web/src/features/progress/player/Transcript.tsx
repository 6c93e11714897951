import type { VideoUrl } from '@flagyard/api-types'
import { Button, buttonClass } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { classNames } from '@flagyard/ui/class-names'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { formatSeconds } from '../../../lib/format.ts'
import * as t from '../../../messages/en/progress.ts'
import { type Cue, chosenCaptions, readCaptions } from './captions.ts'
import styles from './Player.module.css'
import { playerSettingsAtom } from './settings.ts'

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
        <h2 className={styles.title}>{t.transcript}</h2>
        <div className={styles.tools}>
          {captions.length > 1 && <Languages captions={captions} lang={lang} onChange={setLang} />}
          {cues && cues.length > 0 && (
            <a
              className={buttonClass({})}
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(asText(title, cues))}`}
              download={`${title}.txt`}
            >
              {t.downloadAsText}
            </a>
          )}
        </div>
      </div>
      {error && <p role="alert">{t.transcriptNotLoaded}</p>}
      {!error && !cues && <p className="muted">{t.loadingTranscript}</p>}
      {cues?.length === 0 && <p className="muted">{t.captionsEmpty}</p>}
      {cues && cues.length > 0 && <SearchableCues key={lang} cues={cues} position={position} onSeek={onSeek} />}
    </Card>
  )
}

function SearchableCues({ cues, position, onSeek }: { cues: Cue[] } & Pick<Props, 'position' | 'onSeek'>) {
  const [search, setWanted] = useState('')
  const [at, setAt] = useState(0)
  const query = search.trim().toLowerCase()
  const found = query === '' ? [] : cues.filter(({ text }) => text.toLowerCase().includes(query))
  return (
    <>
      <TranscriptSearch
        search={search}
        found={found.length}
        at={at}
        onChange={(next) => {
          setWanted(next)
          setAt(0)
        }}
        onStep={(by) => setAt((at + by + found.length) % found.length)}
      />
      <CueList cues={cues} query={query} match={found[at]} position={position} onSeek={onSeek} />
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
        {t.language}
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

interface TranscriptSearchProps {
  search: string
  /** Number of matching lines; `at` is the index of the current one. */
  found: number
  at: number
  onChange: (search: string) => void
  onStep: (by: 1 | -1) => void
}

/** Searches a transcript. Enter goes to the next match, Shift Enter to the previous one. */
function TranscriptSearch({ search, found, at, onChange, onStep }: TranscriptSearchProps) {
  const searches = search.trim() !== ''
  return (
    <search className={styles.tools}>
      <input
        type="search"
        dir="auto"
        className={styles.field}
        value={search}
        maxLength={100}
        placeholder={t.searchInTranscript}
        aria-label={t.searchInTranscript}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || found === 0) return
          event.preventDefault()
          onStep(event.shiftKey ? -1 : 1)
        }}
      />
      <span className="small muted" role="status">
        {searches && (found === 0 ? t.noMatches : t.matchOf({ at: at + 1, found }))}
      </span>
      {searches && found > 0 && (
        <>
          <Button onClick={() => onStep(-1)} aria-label={t.previousMatch}>
            {t.previous}
          </Button>
          <Button onClick={() => onStep(1)} aria-label={t.nextMatch}>
            {t.next}
          </Button>
        </>
      )}
    </search>
  )
}

interface CueListProps {
  cues: Cue[]
  /** Search text in lower case; empty if there is no search. */
  query: string
  /** The current search match. */
  match: Cue | undefined
  position: number
  onSeek: (second: number) => void
}

/** Scrollable lines of a transcript. Follows the spoken line until the user scrolls. */
function CueList({ cues, query, match, position, onSeek }: CueListProps) {
  const box = useRef<HTMLOListElement>(null)
  const current = cues.findLast((cue) => cue.from <= position + 0.5)
  const target = query === '' ? current : match
  const { follows, follow, onScroll } = useScrollToLine(box, target && cues.indexOf(target), query === '')
  return (
    <div className={styles.box}>
      <ol ref={box} className={styles.cues} onScroll={onScroll}>
        {cues.map((cue) => (
          <li key={cue.from} className={classNames(cue === match && styles.found)}>
            <button type="button" aria-current={cue === current || undefined} onClick={() => onSeek(cue.from)}>
              <span className="mono muted">{formatSeconds(cue.from)}</span>
              <span>{highlighted(cue.text, query)}</span>
            </button>
          </li>
        ))}
      </ol>
      {!follows && (
        <Button size="small" className={styles.follow} onClick={follow}>
          {t.followVideo}
        </Button>
      )}
    </div>
  )
}

/** Scrolls the box, not the page, to the line at this index. Stops after the user has scrolled the box. */
function useScrollToLine(box: RefObject<HTMLOListElement | null>, index: number | undefined, mayStop: boolean) {
  const [follows, setFollows] = useState(true)
  const scrolledTo = useRef<number>(null)
  useEffect(() => {
    const line = index === undefined ? null : box.current?.children[index]
    if (!box.current || !(line instanceof HTMLElement) || (mayStop && !follows)) return
    box.current.scrollTop = line.offsetTop - (box.current.clientHeight - line.offsetHeight) / 2
    scrolledTo.current = box.current.scrollTop
  }, [box, index, follows, mayStop])
  const onScroll = () => {
    const ours = Math.abs((box.current?.scrollTop ?? 0) - (scrolledTo.current ?? 0)) < 2
    if (!ours && mayStop) setFollows(false)
  }
  return { follows: follows || !mayStop, follow: () => setFollows(true), onScroll }
}

function highlighted(text: string, query: string): ReactNode {
  const at = query === '' ? -1 : text.toLowerCase().indexOf(query)
  if (at < 0) return text
  const end = at + query.length
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {highlighted(text.slice(end), query)}
    </>
  )
}
