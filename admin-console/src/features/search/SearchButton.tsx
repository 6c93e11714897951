import { Dialog } from '@flagyard/ui/Dialog'
import { Icon } from '@flagyard/ui/Icon'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { OptionInput } from '@flagyard/ui/OptionBox'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Suspense, useEffect, useState } from 'react'
import styles from './Search.module.css'
import type { Found } from './SearchResults.tsx'

/** Opens the global search. Shortcut: Ctrl K or ⌘ K, on every screen. */
export function SearchButton() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={preloadResults}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={18} />
        <span>Search everything</span>
        <kbd aria-hidden className={styles.keys}>
          {/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {open && <SearchBox onClose={() => setOpen(false)} />}
    </>
  )
}

const SearchResults = lazyScreen(() => import('./SearchResults.tsx'))
const preloadResults = SearchResults.preload

/** Global search. The input is part of the main bundle, so that keystrokes right after the shortcut are not lost; results are loaded lazily. */
function SearchBox({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [found, setFound] = useState<Found>({ count: 0, staleFrom: 0 })
  return (
    <Dialog open alignTop title="Search everything" onClose={onClose}>
      <OptionInput
        label="Search everything"
        placeholder="Name, e-mail address, order, screen…"
        maxLength={100}
        typed={typed}
        onType={(next) => {
          setTyped(next)
          setAt(0)
        }}
        {...found}
        current={Math.min(at, found.count - 1)}
        onWalk={setAt}
        onClose={onClose}
      />
      <ScreenBoundary>
        <Suspense fallback={<p className={styles.waiting}>Loading…</p>}>
          <SearchResults typed={typed} at={at} onFound={setFound} onClose={onClose} />
        </Suspense>
      </ScreenBoundary>
    </Dialog>
  )
}
