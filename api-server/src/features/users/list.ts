import { capability, role, userState } from '@flagyard/api-types/schemas'
import { z } from 'zod'

/** What the back office's user list can be narrowed and ordered by; each key has its index (db/schema/users.ts). */
export const userList = {
  filters: z.strictObject({
    q: z.string().max(100).optional(),
    state: userState.optional(),
    role: role.optional(),
    capability: capability.optional(),
    referrer: z.string().max(200).optional(),
    /** The slug of a course that the account holds. */
    course: z.string().max(64).optional(),
    seen_within_days: z.int().min(1).max(3650).optional(),
    unseen_for_days: z.int().min(1).max(3650).optional(),
  }),
  sorts: ['username', 'full_name', 'email', 'created_at', 'last_seen_at'],
  defaultSort: { by: 'created_at', descending: true },
} as const

export type UserFilter = z.output<(typeof userList)['filters']> & { id?: string[] }
export type UserSort = (typeof userList)['sorts'][number]
