import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { AlarmsIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const alarms: ConsoleResource = {
  name: 'alarms',
  icon: AlarmsIcon,
  options: { label: 'Alarms', resourceLabel: ['alarm', 'alarms'], group: 'cloud' },
  list: lazyScreen(() => import('./AlarmList.tsx')),
  edit: lazyScreen(() => import('./AlarmShow.tsx')),
  recordRepresentation: 'sentence',
}
