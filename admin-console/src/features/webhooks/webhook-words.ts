import type { WebhookDelivery, WebhookEvent } from '@flagyard/api-types'

const eventWords: Record<WebhookEvent, string> = {
  'order.paid': 'An order is paid',
  'order.refunded': 'Money of an order goes back',
  'seat.used': 'A seat is used',
  'course.completed': 'A course is completed',
  'certificate.issued': 'A certificate is issued',
  'certificate.revoked': 'A certificate is revoked or withdrawn',
}
export const eventChoices = Object.entries(eventWords).map(([id, name]) => ({ id, name: `${name} (${id})` }))

export const deliveryWords: Record<WebhookDelivery['state'], string> = {
  waiting: 'Waits for its next try',
  sending: 'Is being sent',
  delivered: 'Taken',
  failed: 'Given up',
}

/** The host only: the rest of the URL may contain a secret of the receiver. */
export const hostOf = (url: string) => new URL(url).host
