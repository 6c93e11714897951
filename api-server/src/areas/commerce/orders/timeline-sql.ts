import { sql } from 'drizzle-orm'
import { ofUser, type TimelineSource } from '../../../extension-points/timeline-source.ts'

const order = { from: sql`orders s`, id: sql`s.id`, subject: sql`s.number || ' · ' || s.title`, where: ofUser }

/** A provider's report about a payment. Taken from the event, because a later payment overwrites the order's state. */
const said = (kind: 'failed' | 'cancelled'): TimelineSource => ({
  ...order,
  kind: `order.${kind}`,
  from: sql`orders s join payment_events e on e.order_id = s.id and e.kind = ${kind}`,
  at: sql`e.received_at`,
  id: sql`md5(e.event_id)`,
})

export const orderEvents: TimelineSource[] = [
  { ...order, kind: 'order.placed', at: sql`s.created_at` },
  said('failed'),
  said('cancelled'),
  { ...order, kind: 'order.paid', at: sql`s.paid_at` },
]
