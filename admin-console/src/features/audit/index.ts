import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { AuditIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const audit: ConsoleResource = {
  name: 'audit',
  icon: AuditIcon,
  options: { label: 'Audit', resourceLabel: ['change', 'changes'], group: 'owner' },
  list: lazyScreen(() => import('./AuditList.tsx')),
}
