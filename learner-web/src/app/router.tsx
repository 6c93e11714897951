import { Route, Routes } from 'react-router-dom'
import { SessionGate } from '../shell/SessionGate.tsx'
import { Layout } from './Layout.tsx'
import { RequireRole } from './RequireRole.tsx'
import { notFound, routes } from './routes.ts'
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
