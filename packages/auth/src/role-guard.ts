import type { Role, Session } from '@flagyard/api-types'

export type RoleCheck = 'granted' | '/signin' | '/unauthorized'

/** Where a guarded page sends its visitor: to sign in without a session, away without one of the allowed roles. */
export function checkRole(session: Session | null, allowedRoles: readonly Role[]): RoleCheck {
  if (!session) return '/signin'
  return session.user.roles.some((role) => allowedRoles.includes(role)) ? 'granted' : '/unauthorized'
}
