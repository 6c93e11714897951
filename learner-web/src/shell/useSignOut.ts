import { paths } from '@flagyard/api-types/links'
import { useNavigate } from 'react-router-dom'
import { session } from '../lib/session.ts'
import { overlay, toasts } from './toasts.ts'

/** Signs out in all tabs. If the server is unreachable, the session stays open and a toast reports it. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () =>
    void overlay.showWhile('Signing you out', async () => {
      try {
        // Leaves first: a guarded screen would redirect to sign-in as soon as the session ends.
        await navigate(paths.home)
        await session.signOut()
        // On a slow device, the guarded screen may still be mounted and have redirected to sign-in with its own address as the return path.
        // The next person to sign in would be sent there.
        await navigate(paths.home, { replace: true })
        toasts.show({ type: 'success', content: 'You are signed out.' })
      } catch {
        toasts.show({ type: 'failure', content: 'We could not reach the server: you are still signed in. Try again.' })
      }
    })
}
