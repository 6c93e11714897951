import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { AccessIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const entitlements: ConsoleResource = {
  name: 'entitlements',
  icon: AccessIcon,
  options: { label: 'Entitlements', resourceLabel: ['entitlement', 'entitlements'], group: 'support' },
  list: lazyScreen(() => import('./EntitlementList.tsx')),
  recordRepresentation: 'title',
}
