import { reportError } from '@flagyard/ui/monitoring'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { QueryProvider } from '../lib/QueryProvider.tsx'
import { type LazyScreen, notFound, routeOf } from './routes.ts'

/** A lazily loaded screen, with a spinner while it loads and a reload button if that fails. */
export function Screen({ screen: Lazy, light = false }: { screen: LazyScreen; light?: boolean | undefined }) {
  const { pathname } = useLocation()
  // Loads the screen in parallel with the query client.
  void Lazy.preload()
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

/** Preloads the code of an address's screen, and of the query client if the screen needs it. */
export async function preloadScreen(pathname: string): Promise<void> {
  const { screen, light = false } = routeOf(pathname) ?? { screen: notFound }
  await Promise.all([screen.preload(), light ? undefined : QueryProvider.preload()])
}
