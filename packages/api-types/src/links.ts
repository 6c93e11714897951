import type { FilterOf, ListName } from './admin.ts'

/** Screens of learner-web and their paths. Paths of both apps are defined only in this file. */
export const learnerScreens = {
  home: '/',
  signin: '/signin',
  signup: '/signup',
  inactiveAccount: '/inactive_account',
  activateAccount: '/activate_account',
  forgotPassword: '/forgot_password',
  resetPassword: '/reset_password',
  confirmEmail: '/confirm_email',
  undoEmail: '/undo_email',
  stopFactorRemoval: '/stop_factor_removal',
  undoDeletion: '/undo_deletion',
  myData: '/my_data',
  addressData: '/address_data',
  unauthorized: '/unauthorized',
  startFree: '/start_free',
  courses: '/courses',
  labs: '/labs',
  exams: '/exams',
  course: '/courses/{slug}',
  /** Second published address of the same screen. */
  courseAlias: '/course/{slug}',
  bundles: '/bundles',
  certificate: '/certificates/{id}',
  contact: '/contact',
  terms: '/terms',
  privacy: '/privacy',
  faqs: '/faqs',
  dashboard: '/dashboard',
  profile: '/profile',
  activateVoucher: '/activate_voucher',
  vouchers: '/vouchers',
  certificates: '/certificates',
  feedback: '/feedback/{slug}',
  purchased: '/purchase_voucher_success',
  notPurchased: '/purchase_voucher_cancel',
  checkout: '/checkout/{orderId}',
  buy: '/buy/{kind}/{slug}',
  orders: '/orders',
  order: '/orders/{id}',
  orderSeats: '/orders/{id}/seats',
  organisations: '/organisations',
  organisation: '/organisations/{id}',
  acceptInvitation: '/accept_invitation',
  classroom: '/classroom/{slug}',
  examroom: '/examroom/{slug}',
  notes: '/notes',
} as const

const ADMIN = '/admin'

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

/** A screen's path, or a function that builds it for screens with a parameter. */
type Links<Screens> = {
  readonly [Name in keyof Screens]: Screens[Name] extends `${string}{${string}}${string}`
    ? (value: string) => string
    : Screens[Name]
}

const linksOf = <Screens extends Readonly<Record<string, string>>>(screens: Screens) =>
  Object.fromEntries(
    Object.entries(screens).map(([name, path]) => [name, path.includes('{') ? pathBuilder(path) : path]),
  ) as Links<Screens>

const pathBuilder = (path: string) => (value: string) => path.replace(/\{\w+\}/, encodeURIComponent(value))

/** Sections of the profile, each with its own address. */
export const profileSections = ['about', 'email', 'security', 'data'] as const
/** Tabs of an organisation's page, each with its own address. */
export const organisationTabs = ['seats', 'orders', 'managers', 'details'] as const
export type OrganisationTab = (typeof organisationTabs)[number]
export type ProfileSection = (typeof profileSections)[number]

const { courses, classroom, examroom, purchased, notPurchased, activateVoucher, profile, buy } = learnerScreens
export const paths = {
  ...linksOf(learnerScreens),
  /** Labs and exams are shown on the courses screen. */
  lab: (slug: string) => `${courses}?lab=${encodeURIComponent(slug)}`,
  exam: (slug: string) => `${courses}?exam=${encodeURIComponent(slug)}`,
  /** A lesson in the classroom of its course. */
  lesson: (course: string, { section, lesson }: { section: string; lesson: string }) =>
    `${classroom.replace('{slug}', encodeURIComponent(course))}?section=${encodeURIComponent(section)}&lesson=${encodeURIComponent(lesson)}`,
  /** A free lesson is played on its course page, which needs no account. */
  freeLesson: (course: string, { section, lesson }: { section: string; lesson: string }) =>
    `${courses}/${encodeURIComponent(course)}?section=${encodeURIComponent(section)}&lesson=${encodeURIComponent(lesson)}`,
  /** One attempt at an exam, minute by minute. */
  attempt: (exam: string, id: string) => `${examroom.replace('{slug}', encodeURIComponent(exam))}?attempt=${id}`,
  /** Purchase page, for the buyer or, with `others`, for other people. */
  buy: (kind: 'course' | 'bundle' | 'lab' | 'exam', slug: string, { others = false } = {}) =>
    `${buy.replace('{kind}', kind).replace('{slug}', encodeURIComponent(slug))}${others ? '?for=others' : ''}`,
  purchased: (order: string) => `${purchased}?order=${encodeURIComponent(order)}`,
  notPurchased: (order: string) => `${notPurchased}?order=${encodeURIComponent(order)}`,
  activateVoucherCode: (code: string) => `${activateVoucher}#code=${encodeURIComponent(code)}`,
  profileSection: (section: ProfileSection) => `${profile}?section=${section}`,
  organisationTab: (id: string, tab: OrganisationTab) =>
    `${learnerScreens.organisation.replace('{id}', encodeURIComponent(id))}?tab=${tab}`,
  secondFactor: `${profile}#second-factor`,
  admin: ADMIN,
} as const

/** Preview of a course draft for its authors: the course page and the classroom. Separate from `paths` because few pages use it. */
export const previewPaths = {
  course: (slug: string) => `${courses}/${encodeURIComponent(slug)}?preview=draft`,
  classroom: (slug: string, lesson?: { section: string; lesson: string }) =>
    `${paths.classroom(slug)}?preview=draft${lesson ? `&${new URLSearchParams({ ...lesson })}` : ''}`,
} as const

/** Address of a lesson at a given second of its video. */
export const fromSecond = (lesson: string, second: number | null) =>
  second === null ? lesson : `${lesson}&at=${second}`

/** A link in a mail. The token is in the URL fragment, which browsers do not send to servers, so it does not appear in any log. */
export const withToken = (path: string, token: string) => `${path}#token=${token}`

/** The same, with a page to open afterwards. */
export const withTokenAndNext = (path: string, token: string, next: string | null) =>
  next ? `${withToken(path, token)}&next=${encodeURIComponent(next)}` : withToken(path, token)

export const consolePaths = /* @__PURE__ */ linksOf(consoleScreens)

/** A candidate's page with the given attempt opened. */
export const attemptLink = (username: string, attempt: string) =>
  `${consolePaths.user(username)}/exams?attempt=${encodeURIComponent(attempt)}`

export const feedbackLink = (course: string) => `${consolePaths.feedbackAnalytics}?course=${encodeURIComponent(course)}`

/** Whether the path belongs to admin-console. */
export const isInConsole = (path: string) => path === ADMIN || path.startsWith(`${ADMIN}/`)

/** Screen of a list; undefined if the list is only shown as part of other pages. */
export const listScreenOf = (name: ListName): string | undefined =>
  (consoleLists as Partial<Record<ListName, string>>)[name]

/** Link to a filtered list of the console. Filter keys that the list does not support are type errors. */
export const filteredList = <Name extends ConsoleList>(name: Name, filter: FilterOf<Name>) =>
  `${consoleLists[name]}?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** The parameter's value when the path matches the screen, else undefined. */
export function matchScreen(screen: string, path: string): string | undefined {
  const [before = ''] = screen.split('{')
  const value = path.slice(before.length)
  return path.startsWith(before) && value !== '' && !value.includes('/') ? value : undefined
}

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

/** The path in router syntax: `/courses/:slug`. */
export const routePattern = (screen: string) => screen.replace(/\{(\w+)\}/g, ':$1')
