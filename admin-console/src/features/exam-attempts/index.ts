import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ConductIcon, ExtraPointsIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const extraPoints: ConsoleResource = {
  name: 'extra_points',
  icon: ExtraPointsIcon,
  options: { label: 'Extra points', resourceLabel: ['request', 'requests'], group: 'support' },
  list: lazyScreen(() => import('./ExtraPointsList.tsx')),
}

export const conductCases: ConsoleResource = {
  name: 'conduct_cases',
  icon: ConductIcon,
  options: { label: 'Conduct cases', resourceLabel: ['case', 'cases'], group: 'support' },
  list: lazyScreen(() => import('./ConductCaseList.tsx')),
}
