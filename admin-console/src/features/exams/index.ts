import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ConductIcon, ExamsIcon, ExtraPointsIcon } from '../../crud/icons.tsx'
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

export const exams: ConsoleResource = {
  name: 'exams',
  icon: ExamsIcon,
  options: { label: 'Exams', resourceLabel: ['exam', 'exams'], group: 'content' },
  list: lazyScreen(() => import('./ExamList.tsx')),
  edit: lazyScreen(() => import('./ExamEdit.tsx')),
  create: lazyScreen(() => import('./ExamCreate.tsx')),
  recordRepresentation: 'title',
}
