import type { Webhook, WebhookDelivery } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { deliveryWords } from './webhook-words.ts'

const states = {
  on: ['good', 'On'],
  off: ['neutral', 'Off'],
  failing: ['bad', 'Switched off after failures'],
} as const

/** Whether it hears of what happens. One that is on and failed last says so before we stop. */
export function WebhookState({ webhook: { state, failures } }: { webhook: Webhook }) {
  if (state === 'on' && failures > 0) return <Chip tone="warn">On, and failing</Chip>
  const [tone, words] = states[state]
  return <Chip tone={tone}>{words}</Chip>
}

const tones = { waiting: 'warn', sending: 'info', delivered: 'good', failed: 'bad' } as const

/** A first try that has not been made is no trouble yet. */
export const DeliveryState = ({ delivery: { state, attempts } }: { delivery: WebhookDelivery }) => (
  <Chip tone={state === 'waiting' && attempts === 0 ? 'info' : tones[state]}>{deliveryWords[state]}</Chip>
)
