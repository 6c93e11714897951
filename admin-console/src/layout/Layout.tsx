import { reportError } from '@flagyard/ui/monitoring'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { Suspense } from 'react'
import { CheckForApplicationUpdate, type LayoutProps, Layout as RaLayout } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { AppBar } from './AppBar.tsx'
import { Menu } from './Menu.tsx'

/** The frame of every screen. A screen whose code did not come says so inside it. */
export function Layout({ children }: LayoutProps) {
  const { pathname } = useLocation()
  return (
    <RaLayout appBar={AppBar} menu={Menu} appBarAlwaysOn>
      <ScreenBoundary resetKey={pathname} onError={reportError}>
        <Suspense fallback={<Spinner />}>{children}</Suspense>
      </ScreenBoundary>
      <CheckForApplicationUpdate />
    </RaLayout>
  )
}
