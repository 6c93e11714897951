import { z } from 'zod'
import { count, line, listFilter, money, time, uuid } from '../contract/fields.ts'

/** What an endpoint may ask to be told. */
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
 * The body of a delivery, the same bytes at every try. Nobody is named in it: who needs more asks for the order, the account or the certificate
 * by its id, with rights of their own.
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
    /** How many seats were taken back with it; 0 when the money was given out of goodwill. */
    seats: count,
    /** What was refunded of the order altogether. */
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
/** `failing`: it took nothing for so long that we stopped; what happens meanwhile waits for it. */
const webhookState = z.enum(['on', 'off', 'failing'])

export const webhook = z.object({
  id: uuid,
  url: z.string(),
  description: z.string(),
  events: z.array(webhookEvent),
  is_on: z.boolean(),
  state: webhookState,
  /** Tries that failed since it last took something, and the first of them. */
  failures: count,
  failing_since: time.nullable(),
  last_delivered_at: time.nullable(),
  /** Until when deliveries are signed with the secret before the present one too. */
  old_secret_until: time.nullable(),
  created_at: time,
  updated_at: time,
  version: z.int(),
  /** Actions that the caller may do now; they succeed unless somebody else is faster. */
  allowed: z.array(webhookAction),
})
export type Webhook = z.output<typeof webhook>
export const webhookFilter = listFilter({ state: webhookState.optional() })

/** An address that a receiver on the internet may have. What its name leads to is looked at when something is sent. */
const webhookUrl = z
  .url({ protocol: /^https$/, error: 'Use an address that begins with https://' })
  .max(500)
  .refine((value) => !/[\s\p{Cc}\\]/u.test(value), 'Leave out spaces and control characters')
  .refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    return !url?.username && !url?.password
  }, 'Leave out the user name and the password')
  .refine((value) => !value.includes('#'), 'Leave out what follows the #: it is never sent')

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
/** The secret is shown in this answer and never again. */
export const webhookSecret = webhook.extend({ secret: z.string() })
export type WebhookSecret = z.output<typeof webhookSecret>

/** Sends again what was given up, of what happened since then. */
export const webhookReplay = z.strictObject({ since: z.iso.datetime() })
export const webhookReplayed = z.object({ count })

/** `waiting` for its next try, `sending` now, `delivered`, or given up: `failed`. */
const webhookDeliveryState = z.enum(['waiting', 'sending', 'delivered', 'failed'])
const sentEvent = z.enum([...webhookEvent.options, 'webhook.test'])
export const webhookDelivery = z.object({
  id: uuid,
  webhook_id: uuid,
  /** Also the header `webhook-id`: a receiver knows by it what it has had. */
  event_id: uuid,
  event: sentEvent,
  state: webhookDeliveryState,
  attempts: count,
  /** When it is tried next; null once nothing more is tried. */
  next_at: time.nullable(),
  /** What the receiver answered to the latest try; null when it did not answer. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  /** The beginning of that answer. */
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
