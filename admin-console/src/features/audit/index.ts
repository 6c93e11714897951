import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const audit = {
  name: 'audit',
  options: { label: 'Audit' },
  list: lazyScreen(() => import('./AuditList.tsx')),
}
