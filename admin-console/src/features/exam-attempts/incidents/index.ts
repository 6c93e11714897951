import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { IncidentsIcon } from '../../../crud/icons.tsx'
import type { ConsoleResource } from '../../../resource-options.ts'

export const examIncidents: ConsoleResource = {
  name: 'exam_incidents',
  icon: IncidentsIcon,
  options: { label: 'Exam incidents', resourceLabel: ['incident', 'incidents'], group: 'support' },
  list: lazyScreen(() => import('./IncidentList.tsx')),
  edit: lazyScreen(() => import('./IncidentShow.tsx')),
  create: lazyScreen(() => import('./IncidentCreate.tsx')),
  recordRepresentation: 'title',
}
