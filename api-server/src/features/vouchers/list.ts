import { voucherKind, voucherState } from '@flagyard/api-types/schemas'
import { z } from 'zod'

/** What the back office's voucher lists can be narrowed and ordered by. */
export const voucherList = {
  filters: z.strictObject({
    q: z.string().max(100).optional(),
    kind: voucherKind.optional(),
    state: voucherState.optional(),
    /** The slug of what it opens. */
    target: z.string().max(64).optional(),
    organisation: z.string().max(160).optional(),
    batch: z.uuid().optional(),
    /** Bought by this account, sent to its address, or used by it. */
    username: z.string().max(32).optional(),
  }),
  sorts: ['created_at', 'expires_at', 'code', 'organisation'],
  defaultSort: { by: 'created_at', descending: true },
} as const

export type VoucherFilter = z.output<(typeof voucherList)['filters']> & { id?: string[] }
export type VoucherSort = (typeof voucherList)['sorts'][number]
