import { sql } from 'drizzle-orm'
import { ofUser, type TimelineSource } from '../../extension-points/timeline-source.ts'

const order = { from: sql`orders s`, id: sql`s.id`, subject: sql`s.number || ' · ' || s.title`, where: ofUser }

export const orderEvents: TimelineSource[] = [
  { ...order, kind: 'order.placed', at: sql`s.created_at` },
  { ...order, kind: 'order.paid', at: sql`s.paid_at` },
]
