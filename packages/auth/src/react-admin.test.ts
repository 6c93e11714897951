import { expect, test, vi } from 'vitest'
import { createAuthProvider } from './react-admin.ts'
import { createSession } from './session.ts'

test('an administrator who must set up a second factor first is sent to the profile and stays signed in', async () => {
  vi.stubGlobal('location', { pathname: '/admin/users', search: '', hash: '' })
  const refresh = vi.fn(async () => null)
  const session = createSession({ refresh, signOut: async () => undefined })
  const leave = vi.fn()
  const provider = createAuthProvider({ session, leave })
  void provider.checkError({ status: 403, code: 'second_factor_required' })
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/profile#second-factor'))
  expect(refresh).not.toHaveBeenCalled()
  session.dispose()
  vi.unstubAllGlobals()
})
