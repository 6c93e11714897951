import type { Role } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { matchPath } from 'react-router-dom'

export type LazyScreen = ReturnType<typeof lazyScreen>

export interface AppRoute {
  path: string
  screen: LazyScreen
  /** Who may see it; none: everyone. */
  roles?: readonly Role[]
  /** An address beyond SPEC §2. */
  extension?: true
  /** A room takes the whole window: no footer under it. */
  room?: true
  /** It paints before anything is asked of the server, and wraps in `Data` only the parts that ask. */
  light?: true
}

const course = lazyScreen(() => import('../features/courses/CoursePage.tsx'))
const purchaseResult = lazyScreen(() => import('../features/orders/PurchaseResultPage.tsx'))
const learner: readonly Role[] = ['user']

/** Every address of this app (SPEC §2), each fetched when it is first needed. */
export const routes: readonly AppRoute[] = [
  { path: '/', light: true, screen: lazyScreen(() => import('../features/courses/HomePage.tsx')) },
  { path: '/signin', screen: lazyScreen(() => import('../features/auth/SigninPage.tsx')) },
  { path: '/signup', screen: lazyScreen(() => import('../features/auth/SignupPage.tsx')) },
  { path: '/inactive_account', screen: lazyScreen(() => import('../features/auth/InactiveAccountPage.tsx')) },
  { path: '/activate_account', screen: lazyScreen(() => import('../features/auth/ActivateAccountPage.tsx')) },
  { path: '/forgot_password', screen: lazyScreen(() => import('../features/auth/ForgotPasswordPage.tsx')) },
  { path: '/reset_password', screen: lazyScreen(() => import('../features/auth/ResetPasswordPage.tsx')) },
  {
    path: '/confirm_email',
    extension: true,
    screen: lazyScreen(() => import('../features/users/ConfirmEmailPage.tsx')),
  },
  { path: '/undo_email', extension: true, screen: lazyScreen(() => import('../features/users/UndoEmailPage.tsx')) },
  {
    path: '/undo_deletion',
    extension: true,
    screen: lazyScreen(() => import('../features/privacy/UndoDeletionPage.tsx')),
  },
  { path: '/my_data', extension: true, screen: lazyScreen(() => import('../features/privacy/MyDataPage.tsx')) },
  { path: '/unauthorized', screen: lazyScreen(() => import('../features/auth/UnauthorizedPage.tsx')) },
  { path: '/courses', screen: lazyScreen(() => import('../features/courses/CoursesPage.tsx')) },
  { path: '/course/:slug', screen: course },
  { path: '/courses/:slug', screen: course },
  { path: '/bundles', screen: lazyScreen(() => import('../features/courses/BundlesPage.tsx')) },
  { path: '/certificates/:id', screen: lazyScreen(() => import('../features/certificates/CertificatePage.tsx')) },
  { path: '/contact', screen: lazyScreen(() => import('../features/pages/ContactPage.tsx')) },
  { path: '/terms', screen: lazyScreen(() => import('../features/pages/TermsPage.tsx')) },
  { path: '/privacy', screen: lazyScreen(() => import('../features/pages/PrivacyPage.tsx')) },
  { path: '/faqs', screen: lazyScreen(() => import('../features/pages/FaqsPage.tsx')) },

  { path: '/dashboard', roles: learner, screen: lazyScreen(() => import('../features/dashboard/DashboardPage.tsx')) },
  { path: '/profile', roles: learner, screen: lazyScreen(() => import('../features/users/ProfilePage.tsx')) },
  {
    path: '/activate_voucher',
    roles: learner,
    screen: lazyScreen(() => import('../features/vouchers/ActivateVoucherPage.tsx')),
  },
  { path: '/vouchers', roles: learner, screen: lazyScreen(() => import('../features/vouchers/VouchersPage.tsx')) },
  {
    path: '/certificates',
    roles: learner,
    screen: lazyScreen(() => import('../features/certificates/CertificatesPage.tsx')),
  },
  {
    path: '/feedback/:slug',
    roles: learner,
    screen: lazyScreen(() => import('../features/feedback/FeedbackPage.tsx')),
  },
  { path: '/purchase_voucher_success', roles: learner, screen: purchaseResult },
  { path: '/purchase_voucher_cancel', roles: learner, screen: purchaseResult },
  {
    path: '/checkout/:orderId',
    roles: learner,
    extension: true,
    screen: lazyScreen(() => import('../features/orders/CheckoutPage.tsx')),
  },
  {
    path: '/classroom/:slug',
    roles: learner,
    room: true,
    screen: lazyScreen(() => import('../features/courses/ClassroomPage.tsx')),
  },
  {
    path: '/examroom/:slug',
    roles: learner,
    room: true,
    screen: lazyScreen(() => import('../features/exams/ExamroomPage.tsx')),
  },
]

export const notFound = lazyScreen(() => import('../features/pages/NotFoundPage.tsx'))

/** The route that an address of this app leads to. */
export function routeOf(pathname: string): AppRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname) !== null)
}
