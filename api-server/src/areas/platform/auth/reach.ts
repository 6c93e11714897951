import type { CurrentUser } from '../../../identity/current-user.ts'

/**
 * Whether the actor may change the account's address, password or sessions. Only owners may do so for administrators; otherwise support could take
 * over an administrator's account.
 */
export const canManageAccount = (actor: Pick<CurrentUser, 'capabilities'>, account: { roles: string[] }) =>
  !account.roles.includes('admin') || actor.capabilities.includes('owner')
