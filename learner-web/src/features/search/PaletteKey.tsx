import { Icon } from '@flagyard/ui/Icon'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Suspense, useEffect, useState } from 'react'
import { QueryProvider } from '../../lib/QueryProvider.tsx'
import { useSession } from '../../lib/session.ts'
import * as t from '../../messages/en/shell.ts'
import styles from '../../shell/shell.module.css'

const Palette = lazyScreen(() => import('./Palette.tsx'))

/** Opens the palette for signed-in users on Ctrl-K or Command-K, unless a dialog is open. On a page with a flag input, the shortcut focuses that instead. */
export const PaletteKey = () => (useSession() ? <Keyed /> : null)

/** Calls `act` on Ctrl-K or Command-K, unless a dialog is open. */
export function useCtrlK(act: () => unknown): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isShortcut || event.key.toLowerCase() !== 'k' || document.querySelector('dialog[open]')) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [act])
}

function Keyed() {
  const [open, setOpen] = useState(false)
  useCtrlK(() => document.querySelector('input[aria-keyshortcuts="Control+K"]') || setOpen(true))
  return (
    <>
      <button
        type="button"
        className={styles.iconButton}
        aria-label={t.goTo}
        title={t.goToWithKey}
        onMouseEnter={() => void Palette.preload()}
        onFocus={() => void Palette.preload()}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={20} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <QueryProvider>
            <Palette onClose={() => setOpen(false)} />
          </QueryProvider>
        </Suspense>
      )}
    </>
  )
}
