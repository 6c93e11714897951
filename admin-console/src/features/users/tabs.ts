import { lazyScreen } from '@flagyard/ui/lazyScreen'

/** What a person's page holds besides the profile: a tab costs its feature one panel and one line here. */
export const tabs = [
  { name: 'timeline', label: 'Timeline', Panel: lazyScreen(() => import('./UserTimeline.tsx')) },
  {
    name: 'entitlements',
    label: 'Entitlements',
    Panel: lazyScreen(() => import('../entitlements/UserEntitlements.tsx')),
  },
  { name: 'progress', label: 'Progress', Panel: lazyScreen(() => import('../courses/UserProgress.tsx')) },
  { name: 'deployments', label: 'Deployments', Panel: lazyScreen(() => import('../deployments/UserDeployments.tsx')) },
  { name: 'exams', label: 'Exams', Panel: lazyScreen(() => import('../exams/UserExams.tsx')) },
  { name: 'vouchers', label: 'Vouchers', Panel: lazyScreen(() => import('../vouchers/UserVouchers.tsx')) },
  {
    name: 'certificates',
    label: 'Certificates',
    Panel: lazyScreen(() => import('../certificates/UserCertificates.tsx')),
  },
  { name: 'orders', label: 'Orders', Panel: lazyScreen(() => import('../orders/UserOrders.tsx')) },
  { name: 'mails', label: 'Mails', Panel: lazyScreen(() => import('./UserMails.tsx')) },
  { name: 'sessions', label: 'Sessions', Panel: lazyScreen(() => import('../auth/UserSessions.tsx')) },
  { name: 'audit', label: 'History', Panel: lazyScreen(() => import('../audit/UserAudit.tsx')) },
]
