import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { LessonReportsIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const lessonReports: ConsoleResource = {
  name: 'lesson_reports',
  icon: LessonReportsIcon,
  options: { label: 'Reported errors', resourceLabel: ['report', 'reports'], group: 'content' },
  list: lazyScreen(() => import('./LessonReportList.tsx')),
}
