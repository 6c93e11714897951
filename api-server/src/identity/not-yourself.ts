import { type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../errors.ts'
import type { CurrentUser } from './current-user.ts'

export type Actor = Pick<CurrentUser, 'id' | 'capabilities'>

const NOT_YOURSELF = 'You cannot give this to your own account. Ask another administrator, or an owner.'

/** Whether an administrator may give access, time or points to an account. Only owners may give them to their own. */
export const mayGive = ({ capabilities }: Pick<Actor, 'capabilities'>, isOwn: boolean) =>
  !isOwn || capabilities.includes('owner')

export function assertNotYourself(actor: Actor, userId: string): void {
  if (!mayGive(actor, actor.id === userId)) throw new ApiError('not_yourself', NOT_YOURSELF)
}

/** Same rule for each row of a bulk action, before its other refusals. */
export const refusedToYourself = ({ id, capabilities }: Actor, userId: SQL, otherwise: SQL<string | null>) =>
  capabilities.includes('owner')
    ? otherwise
    : sql<string | null>`case when ${userId} = ${id}::uuid then ${NOT_YOURSELF} else (${otherwise}) end`
