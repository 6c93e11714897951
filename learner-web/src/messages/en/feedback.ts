import { message, rich } from '@flagyard/messages'

export const sendFeedback = 'Send my feedback'
export const backToCourse = 'Back to the course'
export const offerAtEnd = 'How was the course?'
export const offerOnTheWay = 'How is it so far?'
export const offer = message(
  '{count, plural, one {One question about {course}. Your answers help us improve it, and are shown without your name.} other {# short questions about {course}. Your answers help us improve it, and are shown without your name.}}',
)
export const giveFeedback = 'Give feedback'
export const notNow = 'Not now'
export const feedback = 'Feedback'
export const questions = 'the questions'
export const feedbackOn = message('Feedback on {title}')
export const notYet = 'Not yet'
export const notYetWhy = message(
  'We will ask you once you have completed {share} of the course. You are at {completed}.',
)
export const closed = 'Feedback is closed'
export const writeToUs = 'Write to us'
export const closedWhy =
  'This course no longer collects feedback. If you have something to tell us, please write to us.'
export const thankYou = 'Thank you for your feedback.'
export const sentOn = message('You sent it on {date}. The team behind {course} will read it without your name.')
export const sent = message('The team behind {course} will read it without your name.')
export const yourAnswers = 'Your answers'
export const notAnswered = 'Not answered'
export const ratingOf5 = message('{rating} of 5')
export const scoreOf10 = message('{score} of 10')
export const quotePermission = rich(
  'You allowed us to quote you with {name}. {isQuoted, select, true {Part of it is shown on <link>the course page</link>.} other {None of it is quoted now.}} If you withdraw this, we will not quote you again.',
)
export const stopQuoting = 'Stop quoting me'
