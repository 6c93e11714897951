import { isConsolePath } from '@flagyard/auth'
import { Button } from '@flagyard/ui/Button'
import { useEffect } from 'react'
import { useStore } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { sentenceOf } from '../../lib/problem.ts'
import { formatTotal } from '../../lib/total.ts'
import styles from './SearchResults.module.css'
import { type Hit, type Hits, useSearch } from './useSearch.ts'

const MOST_RECENT = 6

interface Props {
  typed: string
  /** The option that the arrows have reached. */
  at: number
  /** How many options there are to walk. */
  onFound: (count: number) => void
  onClose: () => void
}

/** What was found, in the listbox of SearchBox's combobox. */
export default function SearchResults({ typed, at, onFound, onClose }: Props) {
  const [recent, setRecent] = useStore<Hit[]>('search.recent', [])
  const navigate = useNavigate()
  const { groups, ...state } = useSearch(typed, recent)
  const count = groups.reduce((sum, group) => sum + group.hits.length, 0)
  const current = Math.min(at, count - 1)
  useEffect(() => onFound(count), [count, onFound])
  useEffect(() => {
    document.getElementById(`found-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const go = (hit: Hit) => {
    setRecent([hit, ...recent.filter(({ to }) => to !== hit.to)].slice(0, MOST_RECENT))
    onClose()
    if (isConsolePath(hit.to)) navigate(hit.to)
    else location.assign(hit.to)
  }
  return (
    <>
      <Found groups={groups} current={current} onGo={go} />
      <State
        typed={typed}
        hits={count}
        total={formatTotal(
          groups.reduce((sum, group) => sum + group.total, 0),
          { estimated: false, capped: groups.some(({ capped }) => capped) },
        )}
        {...state}
      />
    </>
  )
}

function Found({ groups, current, onGo }: { groups: Hits[]; current: number; onGo: (hit: Hit) => void }) {
  let index = -1
  return (
    <div id="found" role="listbox" aria-label="Found" className={styles.list}>
      {groups.map(({ label, hits, sayTotal }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own.
        <div key={label} role="group" aria-label={`${label}, ${sayTotal}`}>
          <p className={styles.label} aria-hidden="true">
            {label} · {sayTotal}
          </p>
          {hits.map((hit) => {
            index += 1
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the combobox, which keeps the focus.
              // biome-ignore lint/a11y/useFocusableInteractive: as above.
              <div
                key={hit.to + hit.title}
                id={`found-${index}`}
                role="option"
                aria-selected={index === current}
                className={styles.option}
                onClick={() => onGo(hit)}
              >
                <span className={styles.title}>{hit.title}</span>
                {hit.detail && <span className={styles.detail}>{hit.detail}</span>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface StateProps extends Omit<ReturnType<typeof useSearch>, 'groups'> {
  typed: string
  hits: number
  /** How many there are, those not shown too, in words. */
  total: string
}

function State({ typed, hits, total, error, waits, short, late, refetch }: StateProps) {
  if (error)
    return (
      <div className={styles.state} role="alert">
        <p>{sentenceOf(error)}</p>
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  return (
    <p className={styles.state} role="status">
      {sentence()}
    </p>
  )

  function sentence() {
    if (typed.trim() === '') return hits > 0 ? '' : 'Type three letters. What you open here is kept under Recent.'
    if (short) return hits > 0 ? '' : 'Type three letters at least.'
    if (waits) return 'Searching…'
    if (late.length > 0) return `Took too long and is left out: ${late.join(', ')}.`
    return hits > 0 ? `${total} found` : `Nothing is called “${typed.trim()}”.`
  }
}
