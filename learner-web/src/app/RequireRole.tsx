import type { Role } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { checkRole } from '@flagyard/auth'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSession } from '../lib/session.ts'

/** SPEC §2: shows its screen to the allowed roles; everyone else is sent on, with the requested location. */
export function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const session = useSession()
  const location = useLocation()
  const from = location.pathname + location.search + location.hash
  const check = checkRole(session, roles)
  if (check !== 'granted') return <Navigate to={check} state={{ from }} replace />
  // An account that is not activated yet may sign in, and no more than that (DOMAIN §2).
  if (session?.user.is_active === false) return <Navigate to={paths.inactiveAccount} state={{ from }} replace />
  return children
}
