import { feedbackAnswers, feedbackResponses } from '../../db/schema/index.ts'
import { FOR_EVER, type RetentionRule } from '../../extension-points/retention.ts'

export const feedbackRetention: readonly RetentionRule[] = [
  {
    name: 'feedback',
    what: 'Your feedback, linked to nobody once your account is gone',
    days: null,
    since: FOR_EVER,
    why: 'It still counts.',
    tables: [feedbackResponses, feedbackAnswers],
  },
]
