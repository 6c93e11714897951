import { Dialog } from '@flagyard/ui/Dialog'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { type KeyboardEvent, Suspense, useLayoutEffect, useRef, useState } from 'react'
import styles from './SearchBox.module.css'

const SearchResults = lazyScreen(() => import('./SearchResults.tsx'))
export const preloadResults = SearchResults.preload

/**
 * A combobox over everything: the arrows walk what was found, Enter goes there, Escape closes. The box is there with the key that
 * asks for it, so that nothing typed is lost; what it finds is fetched code.
 */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [count, setCount] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const current = Math.min(at, count - 1)
  useLayoutEffect(() => input.current?.focus(), [])
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') document.getElementById(`found-${current}`)?.click()
    // The browser's own Escape would empty a search field first.
    else if (event.key === 'Escape') onClose()
    else if (step !== undefined && count > 0) setAt((current + step + count) % count)
    else return
    event.preventDefault()
  }
  return (
    <Dialog open alignTop title="Search everything" onClose={onClose}>
      <input
        ref={input}
        type="search"
        className={styles.input}
        role="combobox"
        aria-label="Search everything"
        aria-expanded={count > 0}
        aria-controls="found"
        aria-autocomplete="list"
        aria-activedescendant={count > 0 ? `found-${current}` : undefined}
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
      <ScreenBoundary>
        <Suspense fallback={<p className={styles.state}>Getting ready…</p>}>
          <SearchResults typed={typed} at={at} onFound={setCount} onClose={onClose} />
        </Suspense>
      </ScreenBoundary>
    </Dialog>
  )
}
