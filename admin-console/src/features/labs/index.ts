import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const labs = {
  name: 'labs',
  list: lazyScreen(() => import('./LabList.tsx')),
  edit: lazyScreen(() => import('./LabEdit.tsx')),
  recordRepresentation: 'title',
}
