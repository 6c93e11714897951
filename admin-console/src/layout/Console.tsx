import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { type ReactNode, Suspense } from 'react'
import { CheckForApplicationUpdate } from 'react-admin'
import { useLocation } from 'react-router-dom'
import styles from './Console.module.css'
import { Navigation } from './Navigation.tsx'
import { TopBar } from './TopBar.tsx'

/** The frame of every screen: the way to the lists at the side, who is signed in at the top. */
export function Console({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <div className={styles.console}>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <div className={styles.side}>
        <Navigation brand />
      </div>
      <div className={styles.main}>
        <TopBar />
        <main id="main" className={styles.content} tabIndex={-1}>
          <ScreenBoundary resetKey={pathname}>
            <Suspense fallback={<Spinner />}>{children}</Suspense>
          </ScreenBoundary>
        </main>
      </div>
      <CheckForApplicationUpdate />
    </div>
  )
}
