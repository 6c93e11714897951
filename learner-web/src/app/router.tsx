import type { Role } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { checkRole, isConsolePath } from '@flagyard/auth'
import { LinkContext, type LinkProps } from '@flagyard/ui/Link'
import type { ReactNode } from 'react'
import { BrowserRouter, Link, Navigate, Route, Routes, resolvePath, useLocation } from 'react-router-dom'
import { useSession } from '../lib/session.ts'
import { SessionGate } from '../shell/SessionGate.tsx'
import { Layout } from './Layout.tsx'
import { notFound, routeOf, routes } from './routes.ts'
import { Screen } from './Screen.tsx'

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {routes.map(({ path, screen, roles, light }) => (
          <Route
            key={path}
            path={path}
            element={
              roles ? (
                <SessionGate>
                  <RequireRole roles={roles}>
                    <Screen key={path} screen={screen} />
                  </RequireRole>
                </SessionGate>
              ) : (
                <Screen key={path} screen={screen} light={light} />
              )
            }
          />
        ))}
        <Route path="*" element={<Screen key="*" screen={notFound} />} />
      </Route>
    </Routes>
  )
}

/** Renders its children for the given roles. Everyone else is redirected, with the requested location as return path. */
function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const session = useSession()
  const location = useLocation()
  const from = location.pathname + location.search + location.hash
  const check = checkRole(session, roles)
  if (check !== 'granted') return <Navigate to={check} state={{ from }} replace />
  // An account that is not activated can sign in, but not open guarded pages.
  if (session?.user.is_active === false) return <Navigate to={paths.inactiveAccount} state={{ from }} replace />
  return children
}

/** A link that preloads its screen on hover and focus. Links to the admin console, a separate app, load a new page. */
export function AppLink({ to, ...rest }: LinkProps) {
  if (isConsolePath(to)) return <a href={to} {...rest} />
  const preload = () => routeOf(resolvePath(to).pathname)?.screen.preload()
  return <Link to={to} {...rest} onMouseEnter={preload} onFocus={preload} />
}

export function App() {
  return (
    <LinkContext value={AppLink}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </LinkContext>
  )
}
