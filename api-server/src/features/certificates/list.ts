import { certificateState, certificateType } from '@flagyard/api-types/schemas'
import { z } from 'zod'

/** What the back office's certificate list can be narrowed and ordered by. */
export const certificateList = {
  filters: z.strictObject({
    q: z.string().max(100).optional(),
    state: certificateState.optional(),
    type: certificateType.optional(),
    username: z.string().max(32).optional(),
  }),
  sorts: ['issued_at', 'valid_until', 'name', 'title', 'type'],
  defaultSort: { by: 'issued_at', descending: true },
} as const

export type CertificateFilter = z.output<(typeof certificateList)['filters']> & { id?: string[] }
export type CertificateSort = (typeof certificateList)['sorts'][number]
