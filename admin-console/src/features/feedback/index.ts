import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { FormsIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const feedbackForms: ConsoleResource = {
  name: 'feedback_forms',
  icon: FormsIcon,
  options: { label: 'Feedback forms', resourceLabel: ['form', 'forms'], group: 'content' },
  list: lazyScreen(() => import('./FeedbackFormList.tsx')),
  create: lazyScreen(() => import('./FeedbackFormCreate.tsx')),
  edit: lazyScreen(() => import('./FeedbackFormEdit.tsx')),
  recordRepresentation: 'title',
}
