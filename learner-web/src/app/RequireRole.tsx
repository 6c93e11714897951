import type { Role } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { checkRole } from '@flagyard/auth'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSession } from '../lib/session.ts'

/** Shows its screen to the allowed roles. Everybody else is redirected, and the requested location goes along. */
export function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const session = useSession()
  const location = useLocation()
  const from = location.pathname + location.search + location.hash
  const check = checkRole(session, roles)
  if (check !== 'granted') return <Navigate to={check} state={{ from }} replace />
  // An account that is not activated yet may sign in, but not open any guarded page.
  if (session?.user.is_active === false) return <Navigate to={paths.inactiveAccount} state={{ from }} replace />
  return children
}
