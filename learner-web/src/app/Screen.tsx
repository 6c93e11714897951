import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { type ComponentType, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { report } from '../shell/monitoring.ts'

/** One lazily loaded screen: the red spinner until it is there, a way to reload when it cannot be. */
export function Screen({ screen: Lazy }: { screen: ComponentType }) {
  const { pathname } = useLocation()
  return (
    <ScreenBoundary resetKey={pathname} onError={report}>
      <Suspense fallback={<Spinner />}>
        <Lazy />
      </Suspense>
    </ScreenBoundary>
  )
}
