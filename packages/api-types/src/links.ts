/** Screens of learner-web and their paths. Those of admin-console are in console-links.ts, which visitors do not load. */
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
  accessibility: '/accessibility',
  imprint: '/imprint',
  returns: '/returns',
  examRules: '/exam_rules',
  labRules: '/lab_rules',
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

export const ADMIN = '/admin'

/** A screen's path, or a function that builds it for screens with a parameter. */
type Links<Screens> = {
  readonly [Name in keyof Screens]: Screens[Name] extends `${string}{${string}}${string}`
    ? (value: string) => string
    : Screens[Name]
}

/** Paths of screens, and functions for those with a parameter. */
export const linksOf = <Screens extends Readonly<Record<string, string>>>(screens: Screens) =>
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

/** Whether the path belongs to admin-console. */
export const isInConsole = (path: string) => path === ADMIN || path.startsWith(`${ADMIN}/`)

/** The parameter's value when the path matches the screen, else undefined. */
export function matchScreen(screen: string, path: string): string | undefined {
  const [before = ''] = screen.split('{')
  const value = path.slice(before.length)
  return path.startsWith(before) && value !== '' && !value.includes('/') ? value : undefined
}

/** The path in router syntax: `/courses/:slug`. */
export const routePattern = (screen: string) => screen.replace(/\{(\w+)\}/g, ':$1')
