import type { Webhook, WebhookDelivery } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { deliveryWords } from './webhook-words.ts'

const states = {
  on: ['good', 'On'],
  off: ['neutral', 'Off'],
  failing: ['bad', 'Switched off after failures'],
} as const

/** State of a webhook. Recent failures are shown before the webhook is disabled because of them. */
export function WebhookState({ webhook: { state, failures } }: { webhook: Webhook }) {
  if (state === 'on' && failures > 0) return <Chip tone="warn">On, and failing</Chip>
  const [tone, words] = states[state]
  return <Chip tone={tone}>{words}</Chip>
}

const tones = { waiting: 'warn', sending: 'info', delivered: 'good', failed: 'bad' } as const

/** A delivery that has not been tried yet is not shown as a problem. */
export const DeliveryState = ({ delivery: { state, attempts } }: { delivery: WebhookDelivery }) => (
  <Chip tone={state === 'waiting' && attempts === 0 ? 'info' : tones[state]}>{deliveryWords[state]}</Chip>
)
