import { isUuid } from '../../../db/sql.ts'
import { ApiError } from '../../../errors.ts'
import { type Api, handle } from '../../../http/calls/handle.ts'
import { assertSameOrigin, clearRefreshCookie, readRefreshCookie, setRefreshCookie } from '../../../http/cookies.ts'
import { activateAccount, CHECK_YOUR_EMAIL, resendActivation, signUp } from './accounts/sign-up.ts'
import { endImpersonation, redeemImpersonation } from './impersonation/impersonation.ts'
import { forgotPassword, resetPassword } from './passwords/reset.ts'
import { confirmTotp, getSecondFactor, removeTotp, renewRecoveryCodes, setUpTotp } from './second-factor/enrolment.ts'
import { createPasskeyProof, startPasskeyAuthentication } from './second-factor/passkey-assertion.ts'
import { addPasskey, removePasskey, renamePasskey, setUpPasskey } from './second-factor/passkey-registration.ts'
import { stopFactorRemoval, stopMyFactorRemoval } from './second-factor/removal.ts'
import { endSession, endSessions, hasOpenSession, listSessions } from './sessions/queries.ts'
import { refreshSession, signOut } from './sessions/refresh.ts'
import { deviceName } from './sessions/signed-in.ts'
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

function sessionRoutes(api: Api) {
  handle(api, 'listMySessions', async ({ deps, user }) => {
    const rows = await listSessions(deps.db, user.id)
    return rows
      .map(({ user_agent, ...row }) => ({
        ...row,
        device: deviceName(user_agent ?? ''),
        current: row.id === user.session_id,
      }))
      .toSorted((a, b) => Number(b.current) - Number(a.current))
  })
  handle(api, 'endMySession', async ({ deps, user, params }) => {
    if (!isUuid(params.id) || !(await hasOpenSession(deps.db, user.id, params.id)))
      throw new ApiError('not_found', 'This device is no longer signed in.')
    await endSession(deps.db, params.id, 'ended by its owner')
  })
  handle(api, 'endMyOtherSessions', async ({ deps, user }) => {
    await endSessions(deps.db, user.id, 'ended by its owner', user.session_id)
  })
}

function factorRoutes(api: Api) {
  handle(api, 'stopMyFactorRemoval', ({ deps, user }) => stopMyFactorRemoval(deps, user))
  handle(api, 'stopFactorRemoval', async ({ deps, body }) => {
    await stopFactorRemoval(deps, body.token)
    return { message: 'The removal was stopped, and your second factor was not changed.' }
  })
  handle(api, 'getMySecondFactor', ({ deps, user }) => getSecondFactor(deps, user))
  handle(api, 'setUpTotp', ({ deps, user, body }) => setUpTotp(deps, user, body))
  handle(api, 'confirmTotp', async ({ deps, user, body }) => ({ codes: await confirmTotp(deps, user, body.code) }))
  handle(api, 'renewRecoveryCodes', async ({ deps, user, body }) => ({
    codes: await renewRecoveryCodes(deps, user, body),
  }))
  handle(api, 'removeTotp', ({ deps, user, body }) => removeTotp(deps, user, body))
  handle(api, 'setUpPasskey', ({ deps, user, body }) => setUpPasskey(deps, user, body))
  handle(api, 'addPasskey', async ({ deps, user, body }) => ({ codes: await addPasskey(deps, user, body) }))
  handle(api, 'renamePasskey', ({ deps, user, params, body }) => renamePasskey(deps, user, params.id, body.name))
  handle(api, 'removePasskey', ({ deps, user, params, body }) => removePasskey(deps, user, params.id, body))
  handle(api, 'startPasskeyAuthentication', ({ deps, user }) => startPasskeyAuthentication(deps, user.id, 'step_up'))
  handle(api, 'finishPasskeyAuthentication', async ({ deps, user, body }) => ({
    code: await createPasskeyProof(deps, user.id, body.passkey),
  }))
}
