import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from '../../../http/cookies.ts'
import { type Api, handle } from '../../../http/handle.ts'
import { assertSameOrigin } from '../../../http/same-origin.ts'
import { activateAccount, CHECK_YOUR_EMAIL, resendActivation, signUp } from './accounts/sign-up.ts'
import { endImpersonation, redeemImpersonation } from './impersonation/impersonation.ts'
import { forgotPassword, resetPassword } from './passwords/reset.ts'
import { factorRoutes } from './second-factor/routes.ts'
import { refreshSession, signOut } from './sessions/refresh.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { finishPasskeySignIn, startPasskeySignIn } from './sign-in/passkey-sign-in.ts'
import { finishSignIn, signIn, startSignInPasskey } from './sign-in/sign-in.ts'

export function authRoutes(api: Api) {
  const { publicUrl } = api.deps.config
  sessionRoutes(api)
  factorRoutes(api)

  handle(api, 'signup', async ({ deps, body }) => {
    await signUp(deps, body)
    return { message: CHECK_YOUR_EMAIL }
  })
  handle(api, 'activateAccount', async ({ deps, body }) => {
    await activateAccount(deps, body.token)
    return { message: 'Your account is active. You can sign in now.' }
  })
  handle(api, 'resendActivation', async ({ deps, user }) => {
    await resendActivation(deps, user)
    return { message: CHECK_YOUR_EMAIL }
  })
  handle(api, 'signin', async ({ deps, form, address, userAgent, request, reply }) => {
    assertSameOrigin(request, publicUrl)
    const { session, refreshToken, expires } = await signIn(deps, form, { address, userAgent })
    setRefreshCookie(reply, publicUrl, refreshToken, expires)
    reply.header('cache-control', 'no-store')
    return session
  })
  handle(api, 'finishSignin', async ({ deps, body, address, userAgent, request, reply }) => {
    assertSameOrigin(request, publicUrl)
    const { session, refreshToken, expires } = await finishSignIn(deps, body, { address, userAgent })
    setRefreshCookie(reply, publicUrl, refreshToken, expires)
    reply.header('cache-control', 'no-store')
    return session
  })
  handle(api, 'startSigninPasskey', ({ deps, body, request, reply }) => {
    assertSameOrigin(request, publicUrl)
    reply.header('cache-control', 'no-store')
    return startSignInPasskey(deps, body.challenge)
  })
  handle(api, 'startPasskeySignin', ({ deps, request, reply }) => {
    assertSameOrigin(request, publicUrl)
    reply.header('cache-control', 'no-store')
    return startPasskeySignIn(deps)
  })
  handle(api, 'finishPasskeySignin', async ({ deps, body, address, userAgent, request, reply }) => {
    assertSameOrigin(request, publicUrl)
    const { session, refreshToken, expires } = await finishPasskeySignIn(deps, body.passkey, { address, userAgent })
    setRefreshCookie(reply, publicUrl, refreshToken, expires)
    reply.header('cache-control', 'no-store')
    return session
  })
  handle(api, 'refresh', async ({ deps, request, reply }) => {
    assertSameOrigin(request, publicUrl)
    reply.header('cache-control', 'no-store').header('vary', 'Sec-Fetch-Site, Origin')
    const cookie = readRefreshCookie(request, publicUrl)
    const refreshed = cookie === undefined ? null : await refreshSession(deps, cookie)
    if (!refreshed) {
      if (cookie !== undefined) clearRefreshCookie(reply, publicUrl)
      return undefined
    }
    setRefreshCookie(reply, publicUrl, refreshed.refreshToken, refreshed.expires)
    return refreshed.session
  })
  handle(api, 'signout', async ({ deps, request, reply }) => {
    assertSameOrigin(request, publicUrl)
    const cookie = readRefreshCookie(request, publicUrl)
    if (cookie !== undefined) await signOut(deps, cookie)
    clearRefreshCookie(reply, publicUrl)
  })
  handle(api, 'forgotPassword', async ({ deps, body }) => {
    await forgotPassword(deps, body.email)
    return { message: 'If an account uses this address, an e-mail with a link is on its way.' }
  })
  handle(api, 'resetPassword', async ({ deps, body }) => {
    await resetPassword(deps, body.token, body.password)
    return { message: 'Your password has been changed. Please sign in with the new one.' }
  })

  handle(api, 'redeemImpersonation', async ({ deps, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return redeemImpersonation(deps, body.code)
  })
  handle(api, 'endImpersonation', ({ deps, user, address }) => endImpersonation(deps, user, address))
}
