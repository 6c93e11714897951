import { paths } from '@flagyard/api-types/links'
import { isConsolePath, requestedFrom, withRequestedLocation } from '@flagyard/auth'
import { useLocation, useNavigate } from 'react-router-dom'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'

/** The location to return to after sign-in, and functions that navigate there. */
export function useReturnTo() {
  const { search, state } = useLocation()
  const fragment = useFragmentParam('next')
  const navigate = useNavigate()
  const returnTo = requestedFrom({ search, fragment, state })
  return {
    returnTo,
    /** Path of another account page that preserves the return location. */
    withReturnTo: (path: string) => withRequestedLocation(path, returnTo),
    goToReturnTo() {
      const target = returnTo ?? paths.dashboard
      // The admin console is a separate app, which needs a full page load.
      if (isConsolePath(target)) location.assign(target)
      else void navigate(target, { replace: true })
    },
    goToInactiveAccount: () => void navigate(paths.inactiveAccount, { replace: true, state: { from: returnTo } }),
  }
}
