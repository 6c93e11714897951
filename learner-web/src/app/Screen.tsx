import { reportError } from '@flagyard/ui/monitoring'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { QueryProvider } from '../lib/QueryProvider.tsx'
import { type LazyScreen, notFound, routeOf } from './routes.ts'

/** One lazily loaded screen, with a spinner while it loads and a button to reload when it cannot be loaded. */
export function Screen({ screen: Lazy, light = false }: { screen: LazyScreen; light?: boolean | undefined }) {
  const { pathname } = useLocation()
  // Fetches the screen together with the query client, which would otherwise load one after the other.
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

/** The code of the screen that an address leads to, and of what it needs to ask the server. */
export async function preloadScreen(pathname: string): Promise<void> {
  const { screen, light = false } = routeOf(pathname) ?? { screen: notFound }
  await Promise.all([screen.preload(), light ? undefined : QueryProvider.preload()])
}
