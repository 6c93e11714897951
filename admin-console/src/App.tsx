import type { SessionHolder } from '@flagyard/auth'
import { createAuthProvider } from '@flagyard/auth/react-admin'
import { LinkContext } from '@flagyard/ui/Link'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Spinner } from '@flagyard/ui/Spinner'
import { Failed } from '@flagyard/ui/States'
import { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AdminContext, CoreAdminUI, CustomRoutes, defaultI18nProvider, Notification, Resource } from 'react-admin'
import { Route, Routes, useLocation } from 'react-router-dom'
import { Console } from './layout/Console.tsx'
import { ConsoleLink } from './layout/ConsoleLink.tsx'
import NotFound from './layout/NotFound.tsx'
import { SessionGate } from './layout/SessionGate.tsx'
import { darkTheme, lightTheme } from './layout/theme.ts'
import { isScreen } from './places.ts'
import { capabilitiesFor } from './providers/access.ts'
import type { Api } from './providers/api.ts'
import { createDataProvider } from './providers/data-provider.ts'
import { createPreferences } from './providers/store.ts'
import { resources } from './resources.ts'
import { screens } from './screens.ts'

const Dashboard = lazyScreen(() => import('./features/dashboard/Dashboard.tsx'))

interface Props {
  api: Api
  session: SessionHolder
  /** Leaves for the other app. */
  leave?: (path: string) => void
}

/** The console: its contents are told in resources.ts and screens.ts. */
export function App({ api, session, leave = goTo }: Props) {
  const { pathname } = useLocation()
  const dataProvider = useMemo(() => createDataProvider(api), [api])
  // Trying again is the transport's business (contract/transport.ts).
  const queryClient = useMemo(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }), [])
  const store = useMemo(() => createPreferences(), [])
  const authProvider = useMemo(() => createAuthProvider({ session, needed: capabilitiesFor, leave }), [session, leave])
  if (!isScreen(pathname))
    return (
      <main>
        <NotFound />
      </main>
    )
  return (
    <LinkContext value={ConsoleLink}>
      <SessionGate session={session} leave={leave}>
        <Routes>
          <Route
            path="/admin/*"
            element={
              <AdminContext
                basename="/admin"
                authProvider={authProvider}
                dataProvider={dataProvider}
                i18nProvider={defaultI18nProvider}
                queryClient={queryClient}
                store={store}
                lightTheme={lightTheme}
                darkTheme={darkTheme}
              >
                <CoreAdminUI
                  requireAuth
                  disableTelemetry
                  layout={Console}
                  loading={Waiting}
                  error={Broken}
                  loginPage={false}
                  catchAll={NotFound}
                  dashboard={Dashboard}
                  title="Flagyard console"
                >
                  {resources.map((resource) => (
                    <Resource key={resource.name} {...resource} />
                  ))}
                  <CustomRoutes>
                    {screens.map(({ name, Page }) => (
                      <Route key={name} path={`/${name}`} element={<Page />} />
                    ))}
                  </CustomRoutes>
                </CoreAdminUI>
                <Notification />
              </AdminContext>
            }
          />
        </Routes>
      </SessionGate>
    </LinkContext>
  )
}

/** What no screen's own boundary caught. */
const Broken = ({ resetErrorBoundary }: { resetErrorBoundary: (...args: never[]) => void }) => (
  <Failed what="the console" onRetry={() => resetErrorBoundary()} />
)

const Waiting = () => <Spinner />

function goTo(path: string) {
  location.assign(path)
}
