import type { Role } from '@flagyard/api-types'
import { routePattern, learnerScreens as screens } from '@flagyard/api-types/links'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import type { ComponentType } from 'react'
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

const catalogue = () => import('../features/courses/catalogue/CoursesPage.tsx')
const course = () => import('../features/courses/CoursePage.tsx')
const mailedAction = () => import('../features/auth/MailedActionPage.tsx')
const legalPage = () => import('../features/legal/LegalPage.tsx')
const purchaseResult = () => import('../features/orders/PurchaseResultPage.tsx')

type Load = () => Promise<{ default: ComponentType }>
/** Routes with the same code share a screen, so that the second one shows without loading. */
const screenOf = new Map<Load, LazyScreen>()

/** All screens of this app, loaded lazily. */
export const routes: readonly AppRoute[] = [
  route(screens.home, () => import('../features/courses/HomePage.tsx'), { banners: true, light: true }),
  route(screens.signin, () => import('../features/auth/SigninPage.tsx')),
  route(screens.signup, () => import('../features/auth/SignupPage.tsx')),
  route(screens.inactiveAccount, () => import('../features/auth/InactiveAccountPage.tsx')),
  route(screens.activateAccount, () => import('../features/auth/ActivateAccountPage.tsx')),
  route(screens.forgotPassword, () => import('../features/auth/ForgotPasswordPage.tsx')),
  route(screens.resetPassword, () => import('../features/auth/ResetPasswordPage.tsx')),
  route(screens.confirmEmail, mailedAction, { extension: true }),
  route(screens.stopFactorRemoval, mailedAction, { extension: true }),
  route(screens.undoEmail, mailedAction, { extension: true }),
  route(screens.undoDeletion, mailedAction, { extension: true }),
  route(screens.myData, () => import('../features/privacy/MyDataPage.tsx'), { extension: true }),
  route(screens.addressData, () => import('../features/privacy/AddressDataPage.tsx'), { extension: true }),
  route(screens.unauthorized, () => import('../features/auth/UnauthorizedPage.tsx')),
  route(screens.startFree, () => import('../features/courses/StartFreePage.tsx'), { extension: true }),
  route(screens.courses, catalogue, { banners: true }),
  route(screens.labs, catalogue, { extension: true, banners: true }),
  route(screens.exams, catalogue, { extension: true, banners: true }),
  route(screens.courseAlias, course),
  route(screens.course, course),
  route(screens.bundles, () => import('../features/courses/BundlesPage.tsx')),
  route(screens.certificate, () => import('../features/certificates/CertificatePage.tsx')),
  route(screens.contact, () => import('../features/contact/ContactPage.tsx')),
  route(screens.terms, legalPage, { banners: true }),
  route(screens.privacy, legalPage, { banners: true }),
  route(screens.faqs, legalPage, { banners: true }),
  route(screens.imprint, legalPage, { extension: true }),
  route(screens.returns, legalPage, { extension: true }),
  route(screens.examRules, legalPage, { extension: true }),
  route(screens.labRules, legalPage, { extension: true }),
  route(screens.accessibility, () => import('../features/pages/AccessibilityPage.tsx'), { extension: true }),
  learnerRoute(screens.dashboard, () => import('../features/dashboard/DashboardPage.tsx')),
  learnerRoute(screens.profile, () => import('../features/users/ProfilePage.tsx')),
  learnerRoute(screens.activateVoucher, () => import('../features/vouchers/ActivateVoucherPage.tsx')),
  learnerRoute(screens.notes, () => import('../features/notes/NotesPage.tsx'), { extension: true }),
  learnerRoute(screens.vouchers, () => import('../features/vouchers/VouchersPage.tsx')),
  learnerRoute(screens.certificates, () => import('../features/certificates/CertificatesPage.tsx')),
  learnerRoute(screens.feedback, () => import('../features/feedback/FeedbackPage.tsx')),
  learnerRoute(screens.purchased, purchaseResult),
  learnerRoute(screens.notPurchased, purchaseResult),
  learnerRoute(screens.orders, () => import('../features/orders/OrdersPage.tsx'), { extension: true }),
  learnerRoute(screens.order, () => import('../features/orders/OrderPage.tsx'), { extension: true }),
  learnerRoute(screens.orderSeats, () => import('../features/seats/SeatsPage.tsx'), { extension: true }),
  learnerRoute(screens.organisations, () => import('../features/organisations/OrganisationsPage.tsx'), {
    extension: true,
  }),
  learnerRoute(screens.organisation, () => import('../features/organisations/OrganisationPage.tsx'), {
    extension: true,
  }),
  learnerRoute(screens.acceptInvitation, () => import('../features/organisations/AcceptInvitationPage.tsx'), {
    extension: true,
  }),
  learnerRoute(screens.buy, () => import('../features/orders/BuyPage.tsx'), { extension: true }),
  learnerRoute(screens.checkout, () => import('../features/orders/CheckoutPage.tsx'), { extension: true }),
  learnerRoute(screens.classroom, () => import('../features/progress/ClassroomPage.tsx'), { room: true }),
  learnerRoute(screens.examroom, () => import('../features/exam-attempts/ExamroomPage.tsx'), { room: true }),
]

function route(path: string, load: Load, options: Omit<AppRoute, 'path' | 'screen'> = {}): AppRoute {
  const screen = screenOf.get(load) ?? lazyScreen(load)
  screenOf.set(load, screen)
  return { path: routePattern(path), screen, ...options }
}

function learnerRoute(path: string, load: Load, options: Omit<AppRoute, 'path' | 'screen'> = {}): AppRoute {
  return route(path, load, { ...options, roles: ['user'] })
}

export const notFound = lazyScreen(() => import('../features/pages/NotFoundPage.tsx'))

export function routeOf(pathname: string): AppRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname) !== null)
}
