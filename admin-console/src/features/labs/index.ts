import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const labs = {
  name: 'labs',
  options: { label: 'Labs' },
  list: lazyScreen(() => import('./LabList.tsx')),
  edit: lazyScreen(() => import('./LabEdit.tsx')),
  recordRepresentation: 'title',
}
