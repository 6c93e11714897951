import type { VoucherRow } from '@flagyard/api-types'

export interface BatchFields {
  kind: VoucherRow['kind']
  target: string
  count: number | null
  uses: number | null
  until: string
  organisation_id: string | null
  note: string
  /** Addresses, or the text of a CSV file. */
  recipients: string
}

export const noBatch: BatchFields = {
  kind: 'course',
  target: '',
  count: null,
  uses: 1,
  until: '',
  organisation_id: null,
  note: '',
  recipients: '',
}

/** Each kind has its own operation. */
export const calls = {
  course: { call: 'createCourseVouchers', body: 'courseVoucher' },
  lab: { call: 'createLabVouchers', body: 'labVoucher' },
  exam: { call: 'createExamVouchers', body: 'examVoucher' },
} as const

export const batchOf = ({ target, count, uses, until, organisation_id, note, recipients }: BatchFields) => ({
  target,
  ...(count !== null && { count }),
  uses: uses ?? 1,
  expires_at: endOfDay(until),
  ...(organisation_id && { organisation_id }),
  note,
  ...(recipients.trim() && { recipients_csv: recipients }),
})

/** End of a date in UTC; null if no date is set. */
export const endOfDay = (day: string | null | undefined): string | null => (day ? `${day}T23:59:59.000Z` : null)
