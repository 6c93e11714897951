import { rich } from '@flagyard/messages'

export const contact = 'Contact'
export const intro = 'Your message goes to the team by e-mail.'
export const beforeYouWrite = 'Before you write'
export const commonQuestions = rich('The answer may already be among the <link>common questions</link>.')
export const aboutProblem = rich(
  '<strong>Something does not work?</strong> Tell us the course or lab, the time it happened, and what you saw.',
)
export const aboutLesson = rich(
  '<strong>A lesson could be better?</strong> A wrong command, an unclear sentence, a flag that should have counted.',
)
export const aboutSecurity = rich(
  '<strong>Found a weakness in this site?</strong> Please write to us before you publish it.',
)
export const topics = {
  problem: 'Something does not work',
  lesson: 'A lesson could be better',
  team: 'Seats for a team',
  security: 'A security hole in this site',
  other: 'Something else',
} as const
export const messageSent = 'Your message is on its way'
export const topic = 'What is it about?'
export const yourName = 'Your name'
export const emailAddress = 'Your e-mail address'
export const emailHint = 'Our answer goes there.'
export const yourMessage = 'Your message'
export const sendMessage = 'Send the message'
