import type { FilterOf, ListName } from './admin.ts'
import { ADMIN, learnerScreens, linksOf } from './links.ts'

/** List screens of admin-console, by the operation they show. */
const consoleLists = {
  listUsers: '/admin/users',
  listEntitlements: '/admin/entitlements',
  listCoursesForAdmin: '/admin/courses',
  listLabsForAdmin: '/admin/labs',
  listExamsForAdmin: '/admin/exams',
  listExtraPoints: '/admin/extra_points',
  listConductCases: '/admin/conduct_cases',
  listExamIncidents: '/admin/exam_incidents',
  listLessonReports: '/admin/lesson_reports',
  listBundlesForAdmin: '/admin/bundles',
  listFeedbackForms: '/admin/feedback_forms',
  listOrders: '/admin/orders',
  listPaymentEvents: '/admin/payment_events',
  listPayouts: '/admin/payouts',
  listVouchers: '/admin/vouchers',
  listOrganisations: '/admin/organisations',
  listCertificates: '/admin/certificates',
  listDeployments: '/admin/deployments',
  listFlagAlerts: '/admin/flag_alerts',
  listCertificateCorrections: '/admin/certificate_corrections',
  listAwsAccounts: '/admin/aws_accounts',
  listAzureSubscriptions: '/admin/azure_subscriptions',
  listGcpProjects: '/admin/gcp_projects',
  listResourcePrices: '/admin/resource_prices',
  listTaxRates: '/admin/tax_rates',
  listWebhooks: '/admin/webhooks',
  listBannersForAdmin: '/admin/banners',
  listAlarms: '/admin/alarms',
  listBulkJobs: '/admin/bulk_jobs',
  listAudit: '/admin/audit',
} as const satisfies Partial<Record<ListName, string>>
export type ConsoleList = keyof typeof consoleLists

export const consoleScreens = {
  ...consoleLists,
  home: ADMIN,
  security: '/admin/security',
  brand: '/admin/brand',
  legalPages: '/admin/legal_pages',
  legalPage: '/admin/legal_pages/{page}',
  homePage: '/admin/home_page',
  alarm: '/admin/alarms/{id}',
  alarmSettings: '/admin/alarm_settings',
  operations: '/admin/operations',
  deadJobs: '/admin/dead_jobs',
  pool: '/admin/pool',
  months: '/admin/months',
  month: '/admin/months/{month}',
  importExport: '/admin/import_export',
  feedbackAnalytics: '/admin/feedback_analytics',
  user: '/admin/users/{username}',
  course: '/admin/courses/{slug}',
  newCourse: '/admin/courses/create',
  lab: '/admin/labs/{slug}',
  exam: '/admin/exams/{slug}',
  examIncident: '/admin/exam_incidents/{id}',
  newExamIncident: '/admin/exam_incidents/create',
  examRoom: '/admin/exam_rooms/{id}',
  examCalendar: '/admin/exam_calendar/{cloud}',
  bundle: '/admin/bundles/{slug}',
  feedbackForm: '/admin/feedback_forms/{formId}',
  newFeedbackForm: '/admin/feedback_forms/create',
  feedbackResponse: '/admin/feedback_responses/{id}',
  awsAccount: '/admin/aws_accounts/{id}',
  azureSubscription: '/admin/azure_subscriptions/{id}',
  gcpProject: '/admin/gcp_projects/{id}',
  deployment: '/admin/deployments/{id}',
  flagAlert: '/admin/flag_alerts/{id}',
  resourcePrice: '/admin/resource_prices/{id}',
  newResourcePrice: '/admin/resource_prices/create',
  order: '/admin/orders/{id}',
  payout: '/admin/payouts/{id}',
  taxRate: '/admin/tax_rates/{id}',
  newTaxRate: '/admin/tax_rates/create',
  seller: '/admin/seller',
  webhook: '/admin/webhooks/{id}',
  newWebhook: '/admin/webhooks/create',
  voucher: '/admin/vouchers/{id}',
  newVouchers: '/admin/vouchers/create',
  voucherBatch: '/admin/voucher_batches/{id}',
  organisation: '/admin/organisations/{id}',
  newOrganisation: '/admin/organisations/create',
  certificate: '/admin/certificates/{id}',
  banner: '/admin/banners/{id}',
  newBanner: '/admin/banners/create',
  bulkJob: '/admin/bulk_jobs/{id}',
} as const

/** Tabs of a user's page besides the profile, each with its own address. */
export const userTabs = [
  'timeline',
  'entitlements',
  'progress',
  'deployments',
  'exams',
  'vouchers',
  'certificates',
  'orders',
  'mails',
  'sessions',
  'audit',
] as const

/** Tabs of the lab, exam, bundle, feedback form and order pages after the first, each with its own address. */
export const contentTabs = {
  lab: ['test', 'publish', 'canary', 'revisions', 'history'],
  exam: ['publish', 'canary', 'candidates', 'calendar', 'results', 'revisions', 'history'],
  bundle: ['publish', 'history'],
  feedbackForm: ['preview', 'settings', 'courses', 'versions', 'history'],
  order: ['seats', 'payments', 'timeline'],
  organisation: ['orders', 'vouchers'],
} as const
/** Tabs of a course page besides the details. A lesson is nested below the outline, under its id. */
export const courseTabs = [
  'outline',
  'publish',
  'certificate',
  'learners',
  'beta_testers',
  'insight',
  'history',
] as const

export const consolePaths = /* @__PURE__ */ linksOf(consoleScreens)

/** A candidate's page with the given attempt opened. */
export const attemptLink = (username: string, attempt: string) =>
  `${consolePaths.user(username)}/exams?attempt=${encodeURIComponent(attempt)}`

export const feedbackLink = (course: string) => `${consolePaths.feedbackAnalytics}?course=${encodeURIComponent(course)}`

/** Screen of a list; undefined if the list is only shown as part of other pages. */
export const listScreenOf = (name: ListName): string | undefined =>
  (consoleLists as Partial<Record<ListName, string>>)[name]

/** Link to a filtered list of the console. Filter keys that the list does not support are type errors. */
export const filteredList = <Name extends ConsoleList>(name: Name, filter: FilterOf<Name>) =>
  `${consoleLists[name]}?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** Whether either app has a screen at this path; all other addresses return 404. */
export const isScreenPath = (path: string): boolean =>
  [
    ...Object.values(learnerScreens),
    ...Object.values(consoleScreens),
    ...userTabs.map((tab) => `${consoleScreens.user}/${tab}`),
    ...Object.entries(contentTabs).flatMap(([screen, tabs]) =>
      tabs.map((tab) => `${consoleScreens[screen as keyof typeof contentTabs]}/${tab}`),
    ),
    ...courseTabs.map((tab) => `${consoleScreens.course}/${tab}`),
    `${consoleScreens.course}/outline/{id}`,
  ].some((screen) => new RegExp(`^${screen.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(path))
