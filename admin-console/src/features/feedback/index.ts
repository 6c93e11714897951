import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const feedbackForms = {
  name: 'feedback_forms',
  options: { label: 'Feedback forms' },
  list: lazyScreen(() => import('./FeedbackFormList.tsx')),
  edit: lazyScreen(() => import('./FeedbackFormEdit.tsx')),
  recordRepresentation: 'title',
}
