import { setRefreshCookie } from '../../http/cookies.ts'
import { type Api, handle } from '../../http/handle.ts'
import { requireSameOrigin } from '../../http/same-origin.ts'
import { confirmTotp, getSecondFactor, removeTotp, renewRecoveryCodes, setUpTotp } from './factors.ts'
import { finishSignIn } from './service.ts'

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
}
