import { type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../errors.ts'
import type { CurrentUser } from './current-user.ts'

type Actor = Pick<CurrentUser, 'id' | 'capabilities'>

const NOT_YOURSELF = 'You cannot give this to your own account. Ask another administrator, or an owner.'

/** Refuses calls by which an administrator gives access, time or points to their own account. Only owners may. */
export function assertNotYourself({ id, capabilities }: Actor, userId: string): void {
  if (id === userId && !capabilities.includes('owner')) throw new ApiError('not_yourself', NOT_YOURSELF)
}

/** The same rule for each row of a bulk action, before its other refusals. */
export const refusedToYourself = ({ id, capabilities }: Actor, userId: SQL, otherwise: SQL<string | null>) =>
  capabilities.includes('owner')
    ? otherwise
    : sql<string | null>`case when ${userId} = ${id}::uuid then ${NOT_YOURSELF} else (${otherwise}) end`
