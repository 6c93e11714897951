import type { Role, Session } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'

export type RoleCheck = 'granted' | typeof paths.signin | typeof paths.unauthorized

/** Checks access to a guarded page: `granted`, or the page to redirect to. */
export function checkRole(session: Session | null, allowedRoles: readonly Role[]): RoleCheck {
  if (!session) return paths.signin
  return session.user.roles.some((role) => allowedRoles.includes(role)) ? 'granted' : paths.unauthorized
}
