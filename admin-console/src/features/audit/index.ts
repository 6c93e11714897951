import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const audit = {
  name: 'audit',
  list: lazyScreen(() => import('./AuditList.tsx')),
}
