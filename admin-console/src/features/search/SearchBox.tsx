import { Dialog } from '@flagyard/ui/Dialog'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { OptionInput } from '@flagyard/ui/OptionBox'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Suspense, useState } from 'react'
import styles from './SearchBox.module.css'
import type { Found } from './SearchResults.tsx'

const SearchResults = lazyScreen(() => import('./SearchResults.tsx'))
export const preloadResults = SearchResults.preload

/** Global search. The input is part of the main bundle, so that keystrokes right after the shortcut are not lost; results are loaded lazily. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [found, setFound] = useState<Found>({ count: 0, staleFrom: 0 })
  return (
    <Dialog open alignTop title="Search everything" onClose={onClose}>
      <OptionInput
        label="Search everything"
        placeholder="A name, half an e-mail address, an order, a screen"
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
        <Suspense fallback={<p className={styles.state}>Getting ready…</p>}>
          <SearchResults typed={typed} at={at} onFound={setFound} onClose={onClose} />
        </Suspense>
      </ScreenBoundary>
    </Dialog>
  )
}
