import { paths } from '@flagyard/api-types/links'
import { isConsolePath, requestedFrom } from '@flagyard/auth'
import { useLocation, useNavigate } from 'react-router-dom'

/** The requested location that this page carries, and the way on to it once signed in. */
export function useReturnTo() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const returnTo = requestedFrom({ search, state })
  return {
    returnTo,
    /** For links to the other account pages, so that nobody loses the way. */
    withReturnTo: (path: string) => (returnTo ? `${path}?next=${encodeURIComponent(returnTo)}` : path),
    goToReturnTo() {
      const target = returnTo ?? paths.dashboard
      // The admin console is another app: only the browser can go there.
      if (isConsolePath(target)) location.assign(target)
      else void navigate(target, { replace: true })
    },
    goToInactiveAccount: () => void navigate(paths.inactiveAccount, { replace: true, state: { from: returnTo } }),
  }
}
