import { message, rich } from '@flagyard/messages'

export const reportSent = 'Thank you. We will look into it and reply by e-mail.'
export const reportError = 'Report an error in this lesson'
export const whatIsIt = 'What is it?'
export const tellUsMore = 'Tell us more'
export const tellUsMoreHint = 'What it says, and what it should say. Leave out flags and passwords.'
export const send = 'Send the report'
export const reportedErrors = 'Reported errors'
export const answeredWithoutText = 'We have looked at it. Thank you.'
export const reportIntro = rich(
  'What did you find in <b>{title}</b>? {hasVideo, select, true {We can see where you stopped in the video. } other {}}For questions about your account, <contact>write to us</contact> instead.',
)
export const atPosition = message('at {position}')
export const ourAnswer = rich('<b>Our answer:</b> {answer}')
export const kinds = {
  wrong: 'Something is wrong',
  unclear: 'Something is hard to understand',
  broken: 'The video or the lab does not work',
  typo: 'A typing mistake',
} as const
export const states = { open: 'Sent', accepted: 'We are on it', closed: 'Answered' } as const
