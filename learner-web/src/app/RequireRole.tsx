import type { Role } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { checkRole } from '@flagyard/auth'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSession } from '../lib/session.ts'

/** Renders its children for the given roles. Everyone else is redirected, with the requested location as return path. */
export function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const session = useSession()
  const location = useLocation()
  const from = location.pathname + location.search + location.hash
  const check = checkRole(session, roles)
  if (check !== 'granted') return <Navigate to={check} state={{ from }} replace />
  // An account that is not activated can sign in, but not open guarded pages.
  if (session?.user.is_active === false) return <Navigate to={paths.inactiveAccount} state={{ from }} replace />
  return children
}
