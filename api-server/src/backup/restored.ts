import type { Query } from '../db/migrations.ts'

/** Work in progress at the snapshot. Later changes are not in the backup. */
export interface Unfinished {
  exams: number
  labs: number
  mails: number
  last_certificate_at: string | null
  last_invoice: string | null
  last_audit_at: string | null
}

export async function whatIsUnfinished(query: Query): Promise<Unfinished> {
  const { rows } = await query(`select
    (select count(*)::int from exam_attempts where state = 'active') as exams,
    (select count(*)::int from deployments where state not in ('ended', 'queued')) as labs,
    (select count(*)::int from outbox where state in ('waiting', 'sending')) as mails,
    (select max(issued_at)::text from certificates) as last_certificate_at,
    (select series || '-' || number from invoices order by issued_at desc, number desc limit 1) as last_invoice,
    (select max(at)::text from audit) as last_audit_at`)
  return rows[0] as unknown as Unfinished
}
