import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { AuditIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const audit: ConsoleResource = {
  name: 'audit',
  icon: AuditIcon,
  options: { label: 'Audit log', resourceLabel: ['entry', 'entries'], group: 'owner' },
  list: lazyScreen(() => import('./AuditList.tsx')),
}
