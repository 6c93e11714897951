import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { QueryProvider } from '../lib/QueryProvider.tsx'
import { reportError } from '../shell/monitoring.ts'
import type { LazyScreen } from './routes.ts'

/** One lazily loaded screen: the red spinner until it is there, a way to reload when it cannot be. */
export function Screen({ screen: Lazy, light = false }: { screen: LazyScreen; light?: boolean | undefined }) {
  const { pathname } = useLocation()
  // Both are fetched at once; the second would else wait for the first.
  Lazy.preload()
  return (
    <ScreenBoundary resetKey={pathname} onError={reportError}>
      <Suspense fallback={<Spinner />}>
        {light ? (
          <Lazy />
        ) : (
          <QueryProvider>
            <Lazy />
          </QueryProvider>
        )}
      </Suspense>
    </ScreenBoundary>
  )
}
