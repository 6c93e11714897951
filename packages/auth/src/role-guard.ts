import type { Role, Session } from '@flagyard/api-types'

export type RoleCheck = 'granted' | '/signin' | '/unauthorized'

/** SPEC §2: nobody signed in goes to sign in; a signed-in account needs one of the allowed roles. */
export function checkRole(session: Session | null, allowedRoles: readonly Role[]): RoleCheck {
  if (!session) return '/signin'
  return session.user.roles.some((role) => allowedRoles.includes(role)) ? 'granted' : '/unauthorized'
}
