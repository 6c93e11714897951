import { isConsolePath, requestedFrom } from '@flagyard/auth'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../app/paths.ts'

/** The requested location that this page carries, and the way on to it once signed in. */
export function usePassage() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const requested = requestedFrom({ search, state })
  return {
    requested,
    /** For links to the other account pages, so that nobody loses the way. */
    carry: (path: string) => (requested ? `${path}?next=${encodeURIComponent(requested)}` : path),
    goOn() {
      const target = requested ?? paths.dashboard
      // The admin console is another app: only the browser can go there.
      if (isConsolePath(target)) location.assign(target)
      else void navigate(target, { replace: true })
    },
    goInactive: () => void navigate(paths.inactiveAccount, { replace: true, state: { from: requested } }),
  }
}
