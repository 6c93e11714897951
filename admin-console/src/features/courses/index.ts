import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { CoursesIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const courses: ConsoleResource = {
  name: 'courses',
  icon: CoursesIcon,
  options: { label: 'Courses', resourceLabel: ['course', 'courses'], group: 'content' },
  list: lazyScreen(() => import('./CourseList.tsx')),
  create: lazyScreen(() => import('./CourseCreate.tsx')),
  edit: lazyScreen(() => import('./CourseEdit.tsx')),
  recordRepresentation: 'title',
}
