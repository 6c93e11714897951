import type { userTabs } from '@flagyard/api-types/links'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import type { ComponentType } from 'react'

/** Tabs of a user's page in addition to the profile. To add one, add its panel here. */
export const tabs: { path: (typeof userTabs)[number]; label: string; Panel: ComponentType }[] = [
  { path: 'timeline', label: 'Timeline', Panel: lazyScreen(() => import('./UserTimeline.tsx')) },
  {
    path: 'entitlements',
    label: 'Entitlements',
    Panel: lazyScreen(() => import('../entitlements/UserEntitlements.tsx')),
  },
  { path: 'progress', label: 'Progress', Panel: lazyScreen(() => import('../progress/UserProgress.tsx')) },
  { path: 'deployments', label: 'Deployments', Panel: lazyScreen(() => import('../lab-work/UserDeployments.tsx')) },
  { path: 'exams', label: 'Exams', Panel: lazyScreen(() => import('../exam-attempts/UserExams.tsx')) },
  { path: 'vouchers', label: 'Vouchers', Panel: lazyScreen(() => import('../vouchers/UserVouchers.tsx')) },
  {
    path: 'certificates',
    label: 'Certificates',
    Panel: lazyScreen(() => import('../certificates/UserCertificates.tsx')),
  },
  { path: 'orders', label: 'Orders', Panel: lazyScreen(() => import('../orders/UserOrders.tsx')) },
  { path: 'mails', label: 'Mails', Panel: lazyScreen(() => import('./UserMails.tsx')) },
  { path: 'sessions', label: 'Sessions', Panel: lazyScreen(() => import('../auth/UserSessions.tsx')) },
  {
    path: 'audit',
    label: 'Audit',
    Panel: lazyScreen(async () => ({ default: (await import('../audit/RecordAudit.tsx')).UserAudit })),
  },
]
