import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { LabsIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const labs: ConsoleResource = {
  name: 'labs',
  icon: LabsIcon,
  options: { label: 'Labs', resourceLabel: ['lab', 'labs'], group: 'content' },
  list: lazyScreen(() => import('./LabList.tsx')),
  edit: lazyScreen(() => import('./LabEdit.tsx')),
  create: lazyScreen(() => import('./LabCreate.tsx')),
  recordRepresentation: 'title',
}
