import { useEffect, useRef } from 'react'
import { useSession } from '../../lib/session.ts'
import { useReturnTo } from './useReturnTo.ts'

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
