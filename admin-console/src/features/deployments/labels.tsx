import type { DeploymentKind, DeploymentRow, EndReason } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/console-links'
import { Chip } from '@flagyard/ui/Chip'
import { endingSentence, endSentence, HELD_SENTENCE, waitSentence } from '@flagyard/ui/deployment-words'
import { capitalised, formatMoment } from '../../lib/format.ts'

export const kindNames: Record<DeploymentKind, string> = { lab: 'Lab', exam: 'Exam', try: 'Test run', canary: 'Canary' }

/** Who or what ended a deployment, for administrators. */
export const reasonNames: Record<EndReason, string> = {
  failed: 'Platform failure',
  administrator: 'Administrator',
  learner: 'Learner',
  left_queue: 'Left the queue',
  unclaimed: 'Missed two turns',
  expired: 'Time limit',
  reset: 'A reset',
  exam_over: 'End of the exam',
  spend: 'Cost limit',
  abuse: 'Abuse',
}

const waits = {
  account: 'for an account',
  bookings: 'because accounts are reserved for booked exams',
  extra_data: 'for the learner’s extra data',
} as const

/** Text that the learner sees on the lab's page. */
export function learnerSentence(deployment: DeploymentRow): string {
  const { state, queue, ends_at } = deployment
  switch (state) {
    case 'queued':
      return queue ? `Queue position ${queue.place}. ${waitSentence(queue)}` : 'Waiting for a free account.'
    case 'held':
      return HELD_SENTENCE
    case 'provisioning':
      return 'The build stages below.'
    case 'running':
      return ends_at ? `Running until ${formatMoment(ends_at)}.` : 'Running until the end of the exam.'
    case 'ending':
      return endingSentence(deployment)
    case 'ended':
      return endSentence(deployment)
  }
}

/** Explains what a waiting deployment waits for, and whether the wait can end without intervention. */
export function waitingSentence({ state, queue, is_present, held_until }: DeploymentRow): string | null {
  if (state === 'held')
    return `An account is reserved for the learner, who is away${held_until ? `, until ${formatMoment(held_until)}` : ''}.`
  if (!queue) return null
  const stuck = queue.waits_for === 'account' && queue.estimate_seconds === null
  return [
    `Waiting ${waits[queue.waits_for]}${stuck ? ', and none will become free automatically' : ''}.`,
    is_present ? 'The learner is present.' : 'The learner is away: a free account will be reserved for ten minutes.',
  ].join(' ')
}

/** `2 · about 14 min`, or a dash. */
export const placeOf = ({ queue }: DeploymentRow): string =>
  queue
    ? `${queue.place} · ${queue.estimate_seconds === null ? 'no estimate' : `about ${Math.max(1, Math.ceil(queue.estimate_seconds / 60))} min`}`
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

/** “Held” would be confused with cloud accounts on hold. */
export const stateLabel = (state: DeploymentRow['state']): string =>
  state === 'held' ? 'Reserved' : capitalised(state)

export const DeploymentState = ({ state, reason = null }: Pick<DeploymentRow, 'state'> & Partial<DeploymentRow>) =>
  state === 'ended' && reason === 'failed' ? (
    <Chip tone="bad">Failed</Chip>
  ) : (
    <Chip tone={tones[state]}>{stateLabel(state)}</Chip>
  )
