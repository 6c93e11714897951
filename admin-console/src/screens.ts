import { lazyScreen } from '@flagyard/ui/lazyScreen'

/** What stands alone in the console, beside its resources: path, name and page. `security` is beyond SPEC §2. */
export const screens = [
  {
    name: 'feedback_analytics',
    label: 'Feedback analytics',
    Page: lazyScreen(() => import('./features/feedback/FeedbackAnalytics.tsx')),
  },
  { name: 'security', label: 'Security', Page: lazyScreen(() => import('./features/auth/Security.tsx')) },
]
