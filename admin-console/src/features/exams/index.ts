import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const exams = {
  name: 'exams',
  options: { label: 'Exams' },
  list: lazyScreen(() => import('./ExamList.tsx')),
  edit: lazyScreen(() => import('./ExamEdit.tsx')),
  recordRepresentation: 'title',
}
