import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ExamsIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const exams: ConsoleResource = {
  name: 'exams',
  icon: ExamsIcon,
  options: { label: 'Exams', resourceLabel: ['exam', 'exams'], group: 'content' },
  list: lazyScreen(() => import('./ExamList.tsx')),
  edit: lazyScreen(() => import('./ExamEdit.tsx')),
  create: lazyScreen(async () => ({ default: (await import('./ExamEdit.tsx')).ExamCreate })),
  recordRepresentation: 'title',
}
