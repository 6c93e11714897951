import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const courses = {
  name: 'courses',
  list: lazyScreen(() => import('./CourseList.tsx')),
  edit: lazyScreen(() => import('./CourseEdit.tsx')),
  recordRepresentation: 'title',
}
