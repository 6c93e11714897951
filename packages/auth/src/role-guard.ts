import type { Role, Session } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'

export type RoleCheck = 'granted' | typeof paths.signin | typeof paths.unauthorized

/** Where a guarded page sends its visitor: to sign in without a session, away without one of the allowed roles. */
export function checkRole(session: Session | null, allowedRoles: readonly Role[]): RoleCheck {
  if (!session) return paths.signin
  return session.user.roles.some((role) => allowedRoles.includes(role)) ? 'granted' : paths.unauthorized
}
