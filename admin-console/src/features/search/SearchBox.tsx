import { Dialog } from '@flagyard/ui/Dialog'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { OptionInput } from '@flagyard/ui/OptionBox'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Suspense, useState } from 'react'
import styles from './SearchBox.module.css'

const SearchResults = lazyScreen(() => import('./SearchResults.tsx'))
export const preloadResults = SearchResults.preload

/** A box over everything. It is there with the key that asks for it, so that nothing typed is lost; what it finds is fetched code. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [count, setCount] = useState(0)
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
        count={count}
        current={Math.min(at, count - 1)}
        onWalk={setAt}
        onClose={onClose}
      />
      <ScreenBoundary>
        <Suspense fallback={<p className={styles.state}>Getting ready…</p>}>
          <SearchResults typed={typed} at={at} onFound={setCount} onClose={onClose} />
        </Suspense>
      </ScreenBoundary>
    </Dialog>
  )
}
