import type { Webhook, WebhookDelivery, WebhookEvent } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'

const states = { on: ['good', 'On'], off: ['neutral', 'Off'], failing: ['bad', 'Disabled after failures'] } as const

/** State of a webhook. Recent failures are shown before the webhook is disabled because of them. */
export function WebhookState({ webhook: { state, failures } }: { webhook: Webhook }) {
  if (state === 'on' && failures > 0) return <Chip tone="warn">On, failing</Chip>
  const [tone, words] = states[state]
  return <Chip tone={tone}>{words}</Chip>
}

const tones = { waiting: 'warn', sending: 'info', delivered: 'good', failed: 'bad' } as const

/** A delivery that has not been tried yet is not shown as a problem. */
export const DeliveryState = ({ delivery: { state, attempts } }: { delivery: WebhookDelivery }) => (
  <Chip tone={state === 'waiting' && attempts === 0 ? 'info' : tones[state]}>{deliveryWords[state]}</Chip>
)

const eventWords: Record<WebhookEvent, string> = {
  'order.paid': 'Order paid',
  'order.refunded': 'Order refunded',
  'seat.used': 'Seat used',
  'course.completed': 'Course completed',
  'certificate.issued': 'Certificate issued',
  'certificate.revoked': 'Certificate revoked or withdrawn',
}
export const eventChoices = Object.entries(eventWords).map(([id, name]) => ({ id, name: `${name} (${id})` }))

const deliveryWords: Record<WebhookDelivery['state'], string> = {
  waiting: 'Waiting for retry',
  sending: 'Sending',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** The host only: the rest of the URL may contain a secret of the receiver. */
export const hostOf = (url: string) => new URL(url).host
