import type { Role } from '@flagyard/api-types'
import { routePattern, learnerScreens as screens } from '@flagyard/api-types/links'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { matchPath } from 'react-router-dom'

export type LazyScreen = ReturnType<typeof lazyScreen>

export interface AppRoute {
  /** Path as defined in the contract's links.ts. */
  path: string
  screen: LazyScreen
  /** Roles that can open the screen. Default: everyone. */
  roles?: readonly Role[]
  /** Not part of the published routes (router.test.tsx). */
  extension?: true
  /** A room fills the window, without a footer. */
  room?: true
  /** Shows site banners. Pages with a payment, video, form or certificate do not, because banners could cover it. */
  banners?: true
  /** Paints before any request to the server. Parts that need data are wrapped in `Data`. */
  light?: true
}

const catalogue = lazyScreen(() => import('../features/courses/catalogue/CoursesPage.tsx'))
const course = lazyScreen(() => import('../features/courses/CoursePage.tsx'))
const purchaseResult = lazyScreen(() => import('../features/orders/PurchaseResultPage.tsx'))
const learner: readonly Role[] = ['user']

const table: readonly AppRoute[] = [
  {
    path: screens.home,
    light: true,
    banners: true,
    screen: lazyScreen(() => import('../features/courses/HomePage.tsx')),
  },
  { path: screens.signin, screen: lazyScreen(() => import('../features/auth/SigninPage.tsx')) },
  { path: screens.signup, screen: lazyScreen(() => import('../features/auth/SignupPage.tsx')) },
  { path: screens.inactiveAccount, screen: lazyScreen(() => import('../features/auth/InactiveAccountPage.tsx')) },
  { path: screens.activateAccount, screen: lazyScreen(() => import('../features/auth/ActivateAccountPage.tsx')) },
  { path: screens.forgotPassword, screen: lazyScreen(() => import('../features/auth/ForgotPasswordPage.tsx')) },
  { path: screens.resetPassword, screen: lazyScreen(() => import('../features/auth/ResetPasswordPage.tsx')) },
  {
    path: screens.confirmEmail,
    extension: true,
    screen: lazyScreen(() => import('../features/users/ConfirmEmailPage.tsx')),
  },
  {
    path: screens.stopFactorRemoval,
    extension: true,
    screen: lazyScreen(() => import('../features/auth/second-factor/StopFactorRemovalPage.tsx')),
  },
  { path: screens.undoEmail, extension: true, screen: lazyScreen(() => import('../features/users/UndoEmailPage.tsx')) },
  {
    path: screens.undoDeletion,
    extension: true,
    screen: lazyScreen(() => import('../features/privacy/UndoDeletionPage.tsx')),
  },
  { path: screens.myData, extension: true, screen: lazyScreen(() => import('../features/privacy/MyDataPage.tsx')) },
  {
    path: screens.addressData,
    extension: true,
    screen: lazyScreen(() => import('../features/privacy/AddressDataPage.tsx')),
  },
  { path: screens.unauthorized, screen: lazyScreen(() => import('../features/auth/UnauthorizedPage.tsx')) },
  {
    path: screens.startFree,
    extension: true,
    screen: lazyScreen(() => import('../features/courses/StartFreePage.tsx')),
  },
  { path: screens.courses, banners: true, screen: catalogue },
  { path: screens.labs, banners: true, extension: true, screen: catalogue },
  { path: screens.exams, banners: true, extension: true, screen: catalogue },
  { path: screens.courseAlias, screen: course },
  { path: screens.course, screen: course },
  { path: screens.bundles, screen: lazyScreen(() => import('../features/courses/BundlesPage.tsx')) },
  { path: screens.certificate, screen: lazyScreen(() => import('../features/certificates/CertificatePage.tsx')) },
  { path: screens.contact, screen: lazyScreen(() => import('../features/contact/ContactPage.tsx')) },
  { path: screens.terms, banners: true, screen: lazyScreen(() => import('../features/pages/TermsPage.tsx')) },
  { path: screens.privacy, banners: true, screen: lazyScreen(() => import('../features/pages/PrivacyPage.tsx')) },
  { path: screens.faqs, banners: true, screen: lazyScreen(() => import('../features/pages/FaqsPage.tsx')) },

  {
    path: screens.dashboard,
    roles: learner,
    screen: lazyScreen(() => import('../features/dashboard/DashboardPage.tsx')),
  },
  { path: screens.profile, roles: learner, screen: lazyScreen(() => import('../features/users/ProfilePage.tsx')) },
  {
    path: screens.activateVoucher,
    roles: learner,
    screen: lazyScreen(() => import('../features/vouchers/ActivateVoucherPage.tsx')),
  },
  {
    path: screens.notes,
    roles: learner,
    extension: true,
    screen: lazyScreen(() => import('../features/notes/NotesPage.tsx')),
  },
  { path: screens.vouchers, roles: learner, screen: lazyScreen(() => import('../features/vouchers/VouchersPage.tsx')) },
  {
    path: screens.certificates,
    roles: learner,
    screen: lazyScreen(() => import('../features/certificates/CertificatesPage.tsx')),
  },
  {
    path: screens.feedback,
    roles: learner,
    screen: lazyScreen(() => import('../features/feedback/FeedbackPage.tsx')),
  },
  { path: screens.purchased, roles: learner, screen: purchaseResult },
  { path: screens.notPurchased, roles: learner, screen: purchaseResult },
  {
    path: screens.orders,
    roles: learner,
    extension: true,
    screen: lazyScreen(() => import('../features/orders/OrdersPage.tsx')),
  },
  {
    path: screens.order,
    roles: learner,
    extension: true,
    screen: lazyScreen(() => import('../features/orders/OrderPage.tsx')),
  },
  {
    path: screens.orderSeats,
    roles: learner,
    extension: true,
    screen: lazyScreen(() => import('../features/seats/SeatsPage.tsx')),
  },
  {
    path: screens.organisations,
    roles: learner,
    extension: true,
    screen: lazyScreen(() => import('../features/organisations/OrganisationsPage.tsx')),
  },
  {
    path: screens.organisation,
    roles: learner,
    extension: true,
    screen: lazyScreen(() => import('../features/organisations/OrganisationPage.tsx')),
  },
  {
    path: screens.acceptInvitation,
    roles: learner,
    extension: true,
    screen: lazyScreen(() => import('../features/organisations/AcceptInvitationPage.tsx')),
  },
  {
    path: screens.buy,
    roles: learner,
    extension: true,
    screen: lazyScreen(() => import('../features/orders/BuyPage.tsx')),
  },
  {
    path: screens.checkout,
    roles: learner,
    extension: true,
    screen: lazyScreen(() => import('../features/orders/CheckoutPage.tsx')),
  },
  {
    path: screens.classroom,
    roles: learner,
    room: true,
    screen: lazyScreen(() => import('../features/progress/ClassroomPage.tsx')),
  },
  {
    path: screens.examroom,
    roles: learner,
    room: true,
    screen: lazyScreen(() => import('../features/exam-attempts/ExamroomPage.tsx')),
  },
]

export const routes = table.map((route) => ({ ...route, path: routePattern(route.path) }))

export const notFound = lazyScreen(() => import('../features/pages/NotFoundPage.tsx'))

export function routeOf(pathname: string): AppRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname) !== null)
}
