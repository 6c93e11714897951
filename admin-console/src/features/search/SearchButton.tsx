import { Icon } from '@flagyard/ui/Icon'
import { useEffect, useState } from 'react'
import { preloadResults, SearchBox } from './SearchBox.tsx'
import styles from './SearchButton.module.css'

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
