import { paths } from '@flagyard/api-types/links'
import { isConsolePath, requestedFrom, withRequestedLocation } from '@flagyard/auth'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../../lib/session.ts'
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

/** Redirects once the user is signed in: by this form, by an earlier visit, or in another tab. */
export function useRedirectWhenSignedIn(): void {
  const { goToReturnTo, goToInactiveAccount } = useReturnTo()
  const current = useSession()
  const redirected = useRef(false)
  useEffect(() => {
    if (!current || redirected.current) return
    redirected.current = true
    if (current.user.is_active) goToReturnTo()
    else goToInactiveAccount()
  })
}
