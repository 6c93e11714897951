import type { CurrentUser } from '../../identity/current-user.ts'

/** Support helps learners. An administrator's address and door are the owners' business, or support could walk in by them. */
export const isBeyondReach = (actor: Pick<CurrentUser, 'capabilities'>, account: { roles: string[] }) =>
  account.roles.includes('admin') && !actor.capabilities.includes('owner')
