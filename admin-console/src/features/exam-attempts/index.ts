import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ConductIcon, ExtraPointsIcon, IncidentsIcon } from '../../crud/icons.tsx'
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

export const examIncidents: ConsoleResource = {
  name: 'exam_incidents',
  icon: IncidentsIcon,
  options: { label: 'Exam incidents', resourceLabel: ['incident', 'incidents'], group: 'support' },
  list: lazyScreen(() => import('./incidents/IncidentList.tsx')),
  edit: lazyScreen(() => import('./incidents/IncidentShow.tsx')),
  create: lazyScreen(() => import('./incidents/IncidentCreate.tsx')),
  recordRepresentation: 'title',
}
