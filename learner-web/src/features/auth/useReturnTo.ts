import { paths } from '@flagyard/api-types/links'
import { isConsolePath, requestedFrom, withRequestedLocation } from '@flagyard/auth'
import { useLocation, useNavigate } from 'react-router-dom'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'

/** The requested location to return to after signing in, and the ways to navigate there. */
export function useReturnTo() {
  const { search, state } = useLocation()
  const fragment = useFragmentParam('next')
  const navigate = useNavigate()
  const returnTo = requestedFrom({ search, fragment, state })
  return {
    returnTo,
    /** A link to another account page that keeps the requested location. */
    withReturnTo: (path: string) => withRequestedLocation(path, returnTo),
    goToReturnTo() {
      const target = returnTo ?? paths.dashboard
      // The admin console is another app, which the router cannot open.
      if (isConsolePath(target)) location.assign(target)
      else void navigate(target, { replace: true })
    },
    goToInactiveAccount: () => void navigate(paths.inactiveAccount, { replace: true, state: { from: returnTo } }),
  }
}
