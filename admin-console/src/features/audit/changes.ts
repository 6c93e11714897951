import type { AuditEntry } from '@flagyard/api-types'
import { capitalised, formatMoment } from '../../lib/format.ts'

/** One changed field, formatted. `before` is null if the entry does not contain it, `after` is null if the field was removed. */
export interface FieldChange {
  field: string
  before: string | null
  after: string | null
}

type Fields = Record<string, unknown>

export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  // For a deletion, all old fields. Otherwise, `after` contains exactly the changed fields.
  const keys = after === null ? Object.keys(old) : Object.keys(now)
  return keys
    .filter((key) => !noise.has(key) && JSON.stringify(old[key]) !== JSON.stringify(now[key]))
    .map((key) => ({
      field: names[key] ?? capitalised(key),
      before: key in old ? say(old[key]) : null,
      after: key in now ? say(now[key]) : null,
    }))
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** Technical fields, not shown. */
const noise = new Set(['version', 'id', 'account_id', 'updated_at', 'created_at'])

const names: Readonly<Record<string, string>> = {
  full_name: 'Name',
  email: 'E-mail',
  disabled_at: 'Disabled',
  disabled_reason: 'Reason',
  deletion_due_at: 'Deletion on',
  accommodation: 'Extra exam time (%)',
  accommodation_reason: 'Reason for extra time',
  hold_reason: 'Hold reason',
  admin_second_factor: 'Second factor for administrators',
  mailed_to: 'Sent to',
  shows_from: 'Shown from',
  shows_until: 'Shown until',
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

function say(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return TIME.test(value) ? formatMoment(value) : value
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(say).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, inner]) => `${capitalised(key)}: ${say(inner)}`)
      .join(', ')
  return String(value)
}
