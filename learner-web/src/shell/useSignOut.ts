import { paths } from '@flagyard/api-types/links'
import { useNavigate } from 'react-router-dom'
import { session } from '../lib/session.ts'
import { overlay, toasts } from './toasts.ts'

/** Signs out here and in every tab. When the server cannot be told, it says so: the session would still be open. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () =>
    void overlay.showWhile('Signing you out', async () => {
      try {
        // Home first: a guarded screen would answer the sign-out by asking to sign in again.
        await navigate(paths.home)
        await session.signOut()
        toasts.show({ type: 'success', content: 'You are signed out.' })
      } catch {
        toasts.show({ type: 'failure', content: 'We could not reach the server: you are still signed in. Try again.' })
      }
    })
}
