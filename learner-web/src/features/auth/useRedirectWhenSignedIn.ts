import { useEffect, useRef } from 'react'
import { useSession } from '../../lib/session.ts'
import { useReturnTo } from './useReturnTo.ts'

/** Leaves the screen once somebody is signed in: by its form, from an earlier visit, or in another tab. */
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
