import { crossesApps } from '@flagyard/auth'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { sentenceOf } from '../../lib/format.ts'
import styles from './SearchDialog.module.css'
import { type Hit, type Hits, useSearch } from './useSearch.ts'

const MOST_RECENT = 6

/** A combobox over everything: the arrows walk what was found, Enter goes there, Escape closes. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [recent, setRecent] = useStore<Hit[]>('search.recent', [])
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const { groups, ...state } = useSearch(typed, recent)
  const hits = groups.flatMap((group) => group.hits)
  const current = Math.min(at, hits.length - 1)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    document.getElementById(`found-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const go = (hit: Hit | undefined) => {
    if (!hit) return
    setRecent([hit, ...recent.filter(({ to }) => to !== hit.to)].slice(0, MOST_RECENT))
    onClose()
    if (crossesApps(hit.to)) navigate(hit.to)
    else location.assign(hit.to)
  }
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      return go(hits[current])
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || hits.length === 0) return
    event.preventDefault()
    setAt((current + step + hits.length) % hits.length)
  }
  return (
    <Dialog open title="Search everything" onClose={onClose}>
      <input
        ref={input}
        type="search"
        className={styles.input}
        role="combobox"
        aria-label="Search everything"
        aria-expanded={hits.length > 0}
        aria-controls="found"
        aria-autocomplete="list"
        aria-activedescendant={hits.length > 0 ? `found-${current}` : undefined}
        placeholder="A name, half an e-mail address, an order, a screen"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={walk}
      />
      <Found groups={groups} current={current} onGo={go} />
      <State typed={typed} hits={hits.length} {...state} />
    </Dialog>
  )
}

function Found({ groups, current, onGo }: { groups: Hits[]; current: number; onGo: (hit: Hit) => void }) {
  let index = -1
  return (
    <div id="found" role="listbox" aria-label="Found" className={styles.list}>
      {groups.map(({ label, hits }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own.
        <div key={label} role="group" aria-label={label}>
          <p className={styles.label} aria-hidden="true">
            {label}
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
}

function State({ typed, hits, error, waits, short, late, refetch }: StateProps) {
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
    return hits > 0 ? `${hits} found` : `Nothing is called “${typed.trim()}”.`
  }
}
