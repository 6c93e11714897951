import { sql } from 'drizzle-orm'
import { ofUser, type TimelineSource } from '../../../extension-points/timeline-source.ts'

const certificate = { from: sql`certificates s`, id: sql`s.id`, subject: sql`s.title`, where: ofUser }

export const certificateEvents: TimelineSource[] = [
  { ...certificate, kind: 'certificate.issued', at: sql`s.issued_at` },
  { ...certificate, kind: 'certificate.revoked', at: sql`s.revoked_at`, detail: sql`s.reason` },
]
