import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const courses = {
  name: 'courses',
  options: { label: 'Courses' },
  list: lazyScreen(() => import('./CourseList.tsx')),
  edit: lazyScreen(() => import('./CourseEdit.tsx')),
  recordRepresentation: 'title',
}
