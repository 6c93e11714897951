import type { DeploymentKind, DeploymentRow, EndReason } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { endingSentence, endSentence, HELD_SENTENCE, waitSentence } from '@flagyard/ui/deployment-words'
import { capitalised, formatMoment } from '../../lib/format.ts'

export const kindNames: Record<DeploymentKind, string> = { lab: 'Lab', exam: 'Exam', try: 'Try', canary: 'Canary' }

/** Who or what ended a deployment, for administrators. */
export const reasonNames: Record<EndReason, string> = {
  failed: 'A failure of ours',
  administrator: 'An administrator',
  learner: 'Its learner',
  left_queue: 'Left the queue',
  unclaimed: 'Not claimed twice',
  expired: 'Its time was over',
  reset: 'A reset',
  exam_over: 'The end of its exam',
  spend: 'Its costs',
  abuse: 'Abuse',
}

const waits = {
  account: 'for an account',
  bookings: 'while accounts are kept for booked exams',
  extra_data: 'for its learner, who owes the lab its extra data',
} as const

/** Text that the learner sees on the lab's page. */
export function learnerSentence(deployment: DeploymentRow): string {
  const { state, queue, ends_at } = deployment
  switch (state) {
    case 'queued':
      return queue ? `Place ${queue.place}. ${waitSentence(queue)}` : 'Looking for a free account.'
    case 'held':
      return HELD_SENTENCE
    case 'provisioning':
      return 'The stages below.'
    case 'running':
      return ends_at ? `It runs until ${formatMoment(ends_at)}.` : 'It runs until its exam is over.'
    case 'ending':
      return endingSentence(deployment)
    case 'ended':
      return endSentence(deployment)
  }
}

/** Explains what a waiting deployment waits for, and whether the wait can end without intervention. */
export function waitingSentence({ state, queue, is_present, held_until }: DeploymentRow): string | null {
  if (state === 'held')
    return `An account is held for its learner, who is away${held_until ? `, until ${formatMoment(held_until)}` : ''}.`
  if (!queue) return null
  const stuck = queue.waits_for === 'account' && queue.estimate_seconds === null
  return [
    `It waits ${waits[queue.waits_for]}${stuck ? ', and none becomes free by itself' : ''}.`,
    is_present ? 'Its learner looks on.' : 'Its learner is away: an account would be held for them for ten minutes.',
  ].join(' ')
}

/** `2 · about 14 min`, or a dash. */
export const placeOf = ({ queue }: DeploymentRow): string =>
  queue
    ? `${queue.place} · ${queue.estimate_seconds === null ? 'no end in sight' : `about ${Math.max(1, Math.ceil(queue.estimate_seconds / 60))} min`}`
    : '—'

/** List of all deployments waiting for an account, or those of one kind, in queue order. */
export const queueLink = (kind?: DeploymentKind) =>
  `${filteredList('listDeployments', { state: ['queued', 'held'], ...(kind && { kind }) })}&sort=queue&order=ASC`

const tones = {
  queued: 'info',
  held: 'info',
  provisioning: 'warn',
  running: 'good',
  ending: 'warn',
  ended: 'neutral',
} as const

export const DeploymentState = ({ state, reason = null }: Pick<DeploymentRow, 'state'> & Partial<DeploymentRow>) =>
  state === 'ended' && reason === 'failed' ? (
    <Chip tone="bad">Failed</Chip>
  ) : (
    <Chip tone={tones[state]}>{capitalised(state)}</Chip>
  )
