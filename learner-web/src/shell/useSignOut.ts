import { paths } from '@flagyard/api-types/links'
import { useNavigate } from 'react-router-dom'
import { session } from '../lib/session.ts'
import { overlay, toasts } from './toasts.ts'

/** Signs out here and in every other tab. If the server cannot be reached the session stays open, and a toast says so. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () =>
    void overlay.showWhile('Signing you out', async () => {
      try {
        // To the home page first: a guarded screen would redirect to the sign-in screen as soon as the session ends.
        await navigate(paths.home)
        await session.signOut()
        // On a slow device the guarded screen is still there when the session ends, and has redirected with its own address, to which the
        // next person to sign in would be sent.
        await navigate(paths.home, { replace: true })
        toasts.show({ type: 'success', content: 'You are signed out.' })
      } catch {
        toasts.show({ type: 'failure', content: 'We could not reach the server: you are still signed in. Try again.' })
      }
    })
}
