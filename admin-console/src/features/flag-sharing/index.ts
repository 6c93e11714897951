import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { AlertsIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const flagAlerts: ConsoleResource = {
  name: 'flag_alerts',
  icon: AlertsIcon,
  options: { label: 'Flag alerts', resourceLabel: ['alert', 'alerts'], group: 'support' },
  list: lazyScreen(() => import('./FlagAlertList.tsx')),
  edit: lazyScreen(() => import('./FlagAlertShow.tsx')),
  recordRepresentation: 'flag',
}
