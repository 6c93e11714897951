import { consolePaths } from '@flagyard/api-types/console-links'
import type { SessionHolder } from '@flagyard/auth'
import { createAuthProvider, identityOf } from '@flagyard/auth/react-admin'
import { siteName } from '@flagyard/ui/brand'
import { Failed } from '@flagyard/ui/Feedback'
import { LinkContext } from '@flagyard/ui/Link'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { reportError } from '@flagyard/ui/monitoring'
import { Spinner } from '@flagyard/ui/Spinner'
import { CssBaseline } from '@mui/material'
import { QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { AccessDenied, AdminContext, AuthenticationError, CoreAdminUI, CustomRoutes, Resource } from 'react-admin'
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom'
import NotFound from './crud/record/NotFound.tsx'
import { alarms } from './features/alarms/index.ts'
import { audit } from './features/audit/index.ts'
import { banners } from './features/banners/index.ts'
import { bulkJobs } from './features/bulk/index.ts'
import { certificateCorrections, certificates } from './features/certificates/index.ts'
import { awsAccounts, azureSubscriptions, gcpProjects } from './features/cloud-accounts/index.ts'
import { bundles, courses } from './features/courses/index.ts'
import { deployments } from './features/deployments/index.ts'
import { entitlements } from './features/entitlements/index.ts'
import { conductCases, examIncidents, extraPoints } from './features/exam-attempts/index.ts'
import { exams } from './features/exams/index.ts'
import { feedbackForms } from './features/feedback/index.ts'
import { flagAlerts } from './features/flag-sharing/index.ts'
import { labs, resourcePrices } from './features/labs/index.ts'
import { lessonReports } from './features/lesson-reports/index.ts'
import { orders } from './features/orders/index.ts'
import { paymentEvents } from './features/orders/payment-events/index.ts'
import { payouts } from './features/orders/payouts/index.ts'
import { organisations } from './features/organisations/index.ts'
import { taxRates } from './features/taxes/index.ts'
import { users } from './features/users/index.ts'
import { vouchers } from './features/vouchers/index.ts'
import { webhooks } from './features/webhooks/index.ts'
import { ConsoleLink, Layout, Notifications } from './layout/Layout.tsx'
import { SessionGate } from './layout/SessionGate.tsx'
import { darkTheme, lightTheme } from './layout/theme.ts'
import { capabilitiesFor } from './providers/access.ts'
import type { Api } from './providers/api.ts'
import { createDataProvider } from './providers/data-provider.ts'
import { i18nProvider } from './providers/i18n.ts'
import { createStore } from './providers/store.ts'

const AlarmSettings = lazyScreen(() => import('./features/alarms/AlarmSettings.tsx'))
const DeadJobs = lazyScreen(() => import('./features/system/DeadJobs.tsx'))
const Operations = lazyScreen(() => import('./features/system/Operations.tsx'))
const Pool = lazyScreen(() => import('./features/deployments/pool/Pool.tsx'))
const Dashboard = lazyScreen(() => import('./features/dashboard/Dashboard.tsx'))
const VoucherBatch = lazyScreen(() => import('./features/vouchers/BatchPage.tsx'))
const FeedbackAnalytics = lazyScreen(() => import('./features/feedback/FeedbackAnalytics.tsx'))
const FeedbackResponse = lazyScreen(() => import('./features/feedback/FeedbackResponse.tsx'))
const ExamCalendar = lazyScreen(() => import('./features/exam-attempts/calendar/CalendarPage.tsx'))
const ExamRoom = lazyScreen(() => import('./features/exam-attempts/room/RoomPage.tsx'))
const MonthPage = lazyScreen(() => import('./features/accounting/MonthPage.tsx'))
const Months = lazyScreen(() => import('./features/accounting/Months.tsx'))
const ImportExport = lazyScreen(() => import('./features/content/import-export/ImportExport.tsx'))
const Seller = lazyScreen(() => import('./features/taxes/Seller.tsx'))
const Brand = lazyScreen(() => import('./features/brand/Brand.tsx'))
const LegalPages = lazyScreen(() => import('./features/legal/LegalPages.tsx'))
const LegalPageEdit = lazyScreen(() => import('./features/legal/LegalPageEdit.tsx'))
const HomePage = lazyScreen(() => import('./features/home-page/HomePage.tsx'))
const Security = lazyScreen(() => import('./features/auth/Security.tsx'))

/** All resources and custom routes. */
export const contents = (
  <>
    <Resource {...users} />
    <Resource {...deployments} />
    <Resource {...entitlements} />
    <Resource {...certificates} />
    <Resource {...certificateCorrections} />
    <Resource {...courses} />
    <Resource {...labs} />
    <Resource {...exams} />
    <Resource {...extraPoints} />
    <Resource {...conductCases} />
    <Resource {...flagAlerts} />
    <Resource {...examIncidents} />
    <Resource {...bundles} />
    <Resource {...feedbackForms} />
    <Resource {...lessonReports} />
    <Resource {...banners} />
    <Resource {...orders} />
    <Resource {...paymentEvents} />
    <Resource {...payouts} />
    <Resource {...vouchers} />
    <Resource {...organisations} />
    <Resource {...taxRates} />
    <Resource {...webhooks} />
    <Resource {...awsAccounts} />
    <Resource {...azureSubscriptions} />
    <Resource {...gcpProjects} />
    <Resource {...resourcePrices} />
    <Resource {...alarms} />
    <Resource {...bulkJobs} />
    <Resource {...audit} />
    <CustomRoutes>
      <Route path="/alarm_settings" element={<AlarmSettings />} />
      <Route path="/operations" element={<Operations />} />
      <Route path="/dead_jobs" element={<DeadJobs />} />
      <Route path="/pool" element={<Pool />} />
      <Route path="/feedback_analytics" element={<FeedbackAnalytics />} />
      <Route path="/feedback_responses/:id" element={<FeedbackResponse />} />
      <Route path="/voucher_batches/:id" element={<VoucherBatch />} />
      <Route path="/exam_calendar/:cloud" element={<ExamCalendar />} />
      <Route path="/exam_rooms/:id" element={<ExamRoom />} />
      <Route path="/months" element={<Months />} />
      <Route path="/months/:month" element={<MonthPage />} />
      <Route path="/import_export" element={<ImportExport />} />
      <Route path="/seller" element={<Seller />} />
      <Route path="/brand" element={<Brand />} />
      <Route path="/legal_pages" element={<LegalPages />} />
      <Route path="/legal_pages/:page" element={<LegalPageEdit />} />
      <Route path="/home_page" element={<HomePage />} />
      <Route path="/security" element={<Security />} />
    </CustomRoutes>
  </>
)

interface Props {
  api: Api
  session: SessionHolder
  /** Navigates to the learner app. */
  leave?: (path: string) => void
}

/** A data router, because react-admin's warning about unsaved changes needs one. */
export const createRouter = (props: Props) =>
  createBrowserRouter([
    { path: `${consolePaths.home}/*`, element: <App {...props} /> },
    { path: '*', element: <NotFoundPage /> },
  ])

/**
 * Without transitions, the UI always matches the address. react-admin's lists derive each change of filter or sort from the rendered state,
 * so with transitions the first of two quick changes would be lost.
 */
export const Console = ({ router }: { router: ReturnType<typeof createRouter> }) => (
  <RouterProvider router={router} useTransitions={false} />
)

/** Assembled from the parts of `<Admin>`, which would bundle a sign-in page and its forms that the console does not use. */
function App({ api, session, leave: goTo = assign }: Props) {
  const leave = useMemo(() => firstOnly(goTo), [goTo])
  const dataProvider = useMemo(() => createDataProvider(api), [api])
  const queryClient = useMemo(() => createQueryClient(session), [session])
  const store = useMemo(() => createStore(() => session.get()?.user.username), [session])
  const authProvider = useMemo(
    () => createAuthProvider({ session, requiredCapabilities: capabilitiesFor, leave }),
    [session, leave],
  )
  return (
    <LinkContext value={ConsoleLink}>
      <SessionGate session={session} leave={leave} contents={contents}>
        <AdminContext
          basename={consolePaths.home}
          authProvider={authProvider}
          dataProvider={dataProvider}
          i18nProvider={i18nProvider}
          queryClient={queryClient}
          store={store}
          theme={lightTheme}
          darkTheme={darkTheme}
        >
          <CssBaseline enableColorScheme />
          <CoreAdminUI
            title={`${siteName} console`}
            requireAuth
            disableTelemetry
            loginPage={false}
            authCallbackPage={false}
            accessDenied={AccessDenied}
            authenticationError={AuthenticationError}
            layout={Layout}
            dashboard={Dashboard}
            catchAll={NotFound}
            loading={Loading}
            error={Broken}
          >
            {contents}
          </CoreAdminUI>
          <Notifications />
        </AdminContext>
      </SessionGate>
    </LinkContext>
  )
}

function createQueryClient(session: SessionHolder) {
  // The transport does the retries (contract/transport.ts).
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  // The identity is known here. If it were fetched, the first render would show an empty menu.
  client.setQueryDefaults(['auth', 'getIdentity'], { initialData: () => identityOf(session.get()) })
  return client
}

const NotFoundPage = () => (
  <main>
    <NotFound />
  </main>
)

const Loading = () => <Spinner />

/** Fallback for errors that no screen's boundary caught. */
function Broken({ error, resetErrorBoundary }: { error: unknown; resetErrorBoundary: (...args: never[]) => void }) {
  useEffect(() => reportError(error), [error])
  return <Failed what="the console" onRetry={() => resetErrorBoundary()} />
}

const assign = (path: string) => location.assign(path)

/** Only the first redirect counts: a sign-out also ends the session, whose handler would redirect to sign-in with a return path. */
function firstOnly(leave: (path: string) => void) {
  let left = false
  return (path: string) => {
    if (!left) leave(path)
    left = true
  }
}
