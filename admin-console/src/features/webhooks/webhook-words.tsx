import type { Webhook, WebhookDelivery, WebhookEvent } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'

const states = { on: ['good', 'On'], off: ['neutral', 'Off'], failing: ['bad', 'Switched off after failures'] } as const

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

const eventWords: Record<WebhookEvent, string> = {
  'order.paid': 'An order is paid',
  'order.refunded': 'Money of an order goes back',
  'seat.used': 'A seat is used',
  'course.completed': 'A course is completed',
  'certificate.issued': 'A certificate is issued',
  'certificate.revoked': 'A certificate is revoked or withdrawn',
}
export const eventChoices = Object.entries(eventWords).map(([id, name]) => ({ id, name: `${name} (${id})` }))

const deliveryWords: Record<WebhookDelivery['state'], string> = {
  waiting: 'Waits for its next try',
  sending: 'Is being sent',
  delivered: 'Taken',
  failed: 'Given up',
}

/** The host only: the rest of the URL may contain a secret of the receiver. */
export const hostOf = (url: string) => new URL(url).host
