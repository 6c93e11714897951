import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { BundlesIcon, CoursesIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const courses: ConsoleResource = {
  name: 'courses',
  icon: CoursesIcon,
  options: { label: 'Courses', resourceLabel: ['course', 'courses'], group: 'content' },
  list: lazyScreen(() => import('./CourseList.tsx')),
  create: lazyScreen(async () => ({ default: (await import('./CourseEdit.tsx')).CourseCreate })),
  edit: lazyScreen(() => import('./CourseEdit.tsx')),
  recordRepresentation: 'title',
}

export const bundles: ConsoleResource = {
  name: 'bundles',
  icon: BundlesIcon,
  options: { label: 'Bundles', resourceLabel: ['bundle', 'bundles'], group: 'content' },
  list: lazyScreen(() => import('./bundles/BundleList.tsx')),
  edit: lazyScreen(() => import('./bundles/BundleEdit.tsx')),
  create: lazyScreen(async () => ({ default: (await import('./bundles/BundleEdit.tsx')).BundleCreate })),
  recordRepresentation: 'title',
}
