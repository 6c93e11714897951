import type { Deployment, EndReason } from '@flagyard/api-types'
import { formatMinutes } from './format.ts'

export const endReasons: Record<EndReason, string> = {
  learner: 'You ended this lab.',
  expired: 'The time for this lab ran out.',
  reset: 'This lab was reset.',
  administrator: 'An administrator ended this lab.',
  failed: 'This lab could not be built. That is our fault, and it costs you nothing.',
  exam_over: 'This lab ended together with its exam.',
  unclaimed: 'Your turn came twice while you were away, so your place went to the next person in the queue.',
  left_queue: 'You left the queue.',
  spend: 'This lab was ended because its account had more resources than allowed.',
  abuse: 'This lab ended when your account was paused.',
}

export const endSentence = ({ reason, message }: Pick<Deployment, 'reason' | 'message'>): string =>
  [reason && endReasons[reason], message].filter(Boolean).join(' ')

export const endingSentence = ({ reason }: Pick<Deployment, 'reason'>): string =>
  [reason && endReasons[reason], 'We are emptying the account. Its credentials no longer work.']
    .filter(Boolean)
    .join(' ')

export const HELD_SENTENCE = 'It is your turn: we are holding an account for you for ten minutes.'

export const waitSentence = ({ estimate_seconds }: { estimate_seconds: number | null }): string =>
  estimate_seconds === null
    ? 'All accounts are in use. We cannot estimate the wait yet.'
    : `About ${formatMinutes(Math.max(1, Math.ceil(estimate_seconds / 60)))} until an account is free.`
