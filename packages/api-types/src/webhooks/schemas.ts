import { z } from 'zod'
import { count, line, listFilter, money, time, uuid } from '../contract/fields.ts'

/** Events that an endpoint can subscribe to. */
export const webhookEvent = z.enum([
  'order.paid',
  'order.refunded',
  'seat.used',
  'course.completed',
  'certificate.issued',
  'certificate.revoked',
])
export type WebhookEvent = z.output<typeof webhookEvent>

const target = { kind: z.enum(['course', 'bundle', 'lab', 'exam']), slug: z.string(), title: z.string() }
const aboutOrder = { order_id: uuid, order_number: z.string() }
const aboutCertificate = { certificate_id: z.string(), title: z.string() }

/**
 * Body of a delivery, identical in every attempt. It contains no personal data: receivers fetch the order, account or certificate by id, with their
 * own permissions.
 */
const message = <const Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({ id: uuid, type: z.literal(type), timestamp: time, data: z.object(data) })
export const webhookMessage = z.discriminatedUnion('type', [
  message('order.paid', { ...aboutOrder, ...target, quantity: count, total: money, tax: money, provider: z.string() }),
  message('order.refunded', {
    ...aboutOrder,
    refund_id: uuid,
    amount: money,
    tax: money,
    /** Number of seats revoked with it; 0 for a goodwill refund. */
    seats: count,
    /** Total refunded amount of the order. */
    refunded: money,
    total: money,
  }),
  message('seat.used', { order_id: uuid, voucher_id: uuid, seat: count, ...target }),
  message('course.completed', { user_id: uuid, course_id: uuid, slug: z.string(), title: z.string() }),
  message('certificate.issued', {
    ...aboutCertificate,
    type: z.enum(['required', 'commercial', 'arte']),
    user_id: uuid,
  }),
  message('certificate.revoked', { ...aboutCertificate, state: z.enum(['revoked', 'withdrawn']) }),
  message('webhook.test', {}),
])
export type WebhookMessage = z.output<typeof webhookMessage>

const webhookAction = z.enum(['update', 'delete', 'rotate', 'test', 'replay'])
/** `failing`: deliveries failed for so long that they were stopped; new events are queued. */
const webhookState = z.enum(['on', 'off', 'failing'])

export const webhook = z.object({
  id: uuid,
  url: z.string(),
  description: z.string(),
  events: z.array(webhookEvent),
  is_on: z.boolean(),
  state: webhookState,
  /** Failed attempts since the last success, and the time of the first. */
  failures: count,
  failing_since: time.nullable(),
  last_delivered_at: time.nullable(),
  /** Until when deliveries are also signed with the previous secret. */
  old_secret_until: time.nullable(),
  created_at: time,
  updated_at: time,
  version: z.int(),
  allowed: z.array(webhookAction),
})
export type Webhook = z.output<typeof webhook>
export const webhookFilter = listFilter({ state: webhookState.optional() })

/** A public internet address. The host is resolved and checked on each delivery. */
const webhookUrl = z
  .url({ protocol: /^https$/, error: 'Use an address that begins with https://' })
  .max(500)
  .refine((value) => !/[\s\p{Cc}\\]/u.test(value), 'Leave out spaces and control characters')
  .refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    return !url?.username && !url?.password
  }, 'Leave out the user name and the password')
  .refine((value) => !value.includes('#'), 'Leave out the part after #: it is never sent')

const webhookFields = {
  url: webhookUrl,
  description: line(200),
  events: z
    .array(webhookEvent)
    .min(1, 'Choose at least one event')
    .refine((events) => new Set(events).size === events.length, 'Each event once'),
}
export const webhookInput = z.strictObject({ ...webhookFields, is_on: z.boolean() })
export const webhookEdit = z
  .strictObject({ ...webhookFields, is_on: z.boolean(), version: z.int() })
  .partial()
  .required({ version: true })
export const webhookRotation = z.strictObject({ version: z.int() })
/** The secret is only included in this response. */
export const webhookSecret = webhook.extend({ secret: z.string() })
export type WebhookSecret = z.output<typeof webhookSecret>

/** Retries failed deliveries of events since this time. */
export const webhookReplay = z.strictObject({ since: z.iso.datetime() })
export const webhookReplayed = z.object({ count })

/** `waiting` for the next attempt, `sending`, `delivered`, or `failed` after the last attempt. */
const webhookDeliveryState = z.enum(['waiting', 'sending', 'delivered', 'failed'])
const sentEvent = z.enum([...webhookEvent.options, 'webhook.test'])
export const webhookDelivery = z.object({
  id: uuid,
  webhook_id: uuid,
  /** Also sent as the header `webhook-id`, so that receivers can detect duplicates. */
  event_id: uuid,
  event: sentEvent,
  state: webhookDeliveryState,
  attempts: count,
  /** Time of the next attempt; null if there is none. */
  next_at: time.nullable(),
  /** HTTP status of the latest attempt; null if there was no response. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  /** Start of the response body. */
  excerpt: z.string().nullable(),
  body: z.string(),
  created_at: time,
  tried_at: time.nullable(),
  delivered_at: time.nullable(),
  allowed: z.array(z.enum(['replay'])),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>
export const webhookDeliveryFilter = listFilter({
  webhook: uuid.optional(),
  state: webhookDeliveryState.optional(),
  event: sentEvent.optional(),
})
