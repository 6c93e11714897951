import { setRefreshCookie } from '../../../http/cookies.ts'
import { type Api, handle } from '../../../http/handle.ts'
import { requireSameOrigin } from '../../../http/same-origin.ts'
import { askSigninPasskey, finishSignIn } from '../sign-in/sign-in.ts'
import { confirmTotp, getSecondFactor, removeTotp, renewRecoveryCodes, setUpTotp } from './enrolment.ts'
import { askPasskeyOf, provePasskey } from './passkey-assertion.ts'
import { addPasskey, removePasskey, renamePasskey, setUpPasskey } from './passkey-registration.ts'

export function factorRoutes(api: Api) {
  const { publicUrl } = api.deps.config
  handle(api, 'finishSignin', async ({ deps, body, address, userAgent, request, reply }) => {
    requireSameOrigin(request, publicUrl)
    const { session, refreshToken, expires } = await finishSignIn(deps, body, { address, userAgent })
    setRefreshCookie(reply, publicUrl, refreshToken, expires)
    reply.header('cache-control', 'no-store')
    return session
  })
  handle(api, 'getMySecondFactor', ({ deps, user }) => getSecondFactor(deps, user))
  handle(api, 'setUpTotp', ({ deps, user, body }) => setUpTotp(deps, user, body))
  handle(api, 'confirmTotp', async ({ deps, user, body }) => ({ codes: await confirmTotp(deps, user, body.code) }))
  handle(api, 'renewRecoveryCodes', async ({ deps, user, body }) => ({
    codes: await renewRecoveryCodes(deps, user, body),
  }))
  handle(api, 'removeTotp', ({ deps, user, body }) => removeTotp(deps, user, body))
  handle(api, 'askSigninPasskey', ({ deps, body, request, reply }) => {
    requireSameOrigin(request, publicUrl)
    reply.header('cache-control', 'no-store')
    return askSigninPasskey(deps, body.challenge)
  })
  handle(api, 'setUpPasskey', ({ deps, user, body }) => setUpPasskey(deps, user, body))
  handle(api, 'addPasskey', async ({ deps, user, body }) => ({ codes: await addPasskey(deps, user, body) }))
  handle(api, 'renamePasskey', ({ deps, user, params, body }) => renamePasskey(deps, user, params.id, body.name))
  handle(api, 'removePasskey', ({ deps, user, params, body }) => removePasskey(deps, user, params.id, body))
  handle(api, 'askPasskey', ({ deps, user }) => askPasskeyOf(deps, user.id, 'step_up'))
  handle(api, 'provePasskey', async ({ deps, user, body }) => ({
    code: await provePasskey(deps, user.id, body.passkey),
  }))
}
