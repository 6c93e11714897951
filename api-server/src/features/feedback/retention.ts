import { feedbackAnswers, feedbackQuotes, feedbackResponses } from '../../db/schema/index.ts'
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
  {
    name: 'feedback quotes',
    what: 'That something you wrote in feedback is quoted on the page of its course',
    days: null,
    since: FOR_EVER,
    why: 'You allowed it. It goes when you withdraw that, and with your account.',
    tables: [feedbackQuotes],
  },
]
