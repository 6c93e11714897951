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
import { audit } from './features/audit/index.ts'
import { bulkJobs } from './features/bulk/index.ts'
import { certificates } from './features/certificates/index.ts'
import { awsAccounts, azureSubscriptions, gcpProjects } from './features/cloud-accounts/index.ts'
import { courses } from './features/courses/index.ts'
import { exams } from './features/exams/index.ts'
import { feedbackForms } from './features/feedback/index.ts'
import { labs } from './features/labs/index.ts'
import { users } from './features/users/index.ts'
import { vouchers } from './features/vouchers/index.ts'
import { Console } from './layout/Console.tsx'
import { ConsoleLink } from './layout/ConsoleLink.tsx'
import NotFound from './layout/NotFound.tsx'
import { SessionGate } from './layout/SessionGate.tsx'
import { darkTheme, lightTheme } from './layout/theme.ts'
import { neededCapabilities } from './providers/access.ts'
import type { Api } from './providers/api.ts'
import { createDataProvider } from './providers/data-provider.ts'
import { resourceCalls } from './providers/resource-calls.ts'
import { createPreferences } from './providers/store.ts'

const Dashboard = lazyScreen(() => import('./features/dashboard/Dashboard.tsx'))
const FeedbackAnalytics = lazyScreen(() => import('./features/feedback/FeedbackAnalytics.tsx'))
const Security = lazyScreen(() => import('./features/auth/Security.tsx'))

interface Props {
  api: Api
  session: SessionHolder
  /** Leaves for the other app. */
  leave?: (path: string) => void
}

/** The console: its table of contents. */
export function App({ api, session, leave = goTo }: Props) {
  const { pathname } = useLocation()
  const dataProvider = useMemo(() => createDataProvider(api), [api])
  // Trying again is the transport's business (contract/transport.ts).
  const queryClient = useMemo(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }), [])
  const store = useMemo(() => createPreferences(), [])
  const authProvider = useMemo(
    () => createAuthProvider({ session, needed: neededCapabilities(resourceCalls(api)), leave }),
    [api, session, leave],
  )
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
                  <Resource {...users} />
                  <Resource {...courses} />
                  <Resource {...labs} />
                  <Resource {...exams} />
                  <Resource {...vouchers} />
                  <Resource {...certificates} />
                  <Resource {...feedbackForms} />
                  <Resource {...awsAccounts} />
                  <Resource {...azureSubscriptions} />
                  <Resource {...gcpProjects} />
                  <Resource {...audit} />
                  <Resource {...bulkJobs} />
                  <CustomRoutes>
                    <Route path="/feedback_analytics" element={<FeedbackAnalytics />} />
                    <Route path="/security" element={<Security />} />
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

/** `security` is beyond SPEC §2. */
const alone = ['feedback_analytics', 'security']
const lists = [audit, certificates, vouchers]
const withRecords = [users, courses, labs, exams, feedbackForms, awsAccounts, azureSubscriptions, gcpProjects, bulkJobs]

/** Any other path shows not-found, signed in or not (SPEC §2). */
export function isScreen(pathname: string): boolean {
  const [admin, name, record, ...rest] = pathname
    .split('/')
    .slice(1)
    .filter((part, index, all) => part !== '' || index < all.length - 1)
  if (admin !== 'admin' || rest.length > 0 || name === '' || record === '') return false
  if (name === undefined) return true
  if (withRecords.some((resource) => resource.name === name)) return true
  return record === undefined && (alone.includes(name) || lists.some((resource) => resource.name === name))
}
