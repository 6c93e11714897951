import type { Role, Session } from '@flagyard/api-types'

export type Access = 'granted' | '/signin' | '/unauthorized'

/** SPEC §2: nobody signed in goes to sign in; a signed-in account needs one of the allowed roles. */
export function decideAccess(session: Session | null, allowedRoles: readonly Role[]): Access {
  if (!session) return '/signin'
  return session.user.roles.some((role) => allowedRoles.includes(role)) ? 'granted' : '/unauthorized'
}
