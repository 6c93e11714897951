import { type Api, handle } from '../../../../http/handle.ts'
import { confirmTotp, getSecondFactor, removeTotp, renewRecoveryCodes, setUpTotp } from './enrolment.ts'
import { createPasskeyProof, startPasskeyAuthentication } from './passkey-assertion.ts'
import { addPasskey, removePasskey, renamePasskey, setUpPasskey } from './passkey-registration.ts'
import { stopFactorRemoval, stopMyFactorRemoval } from './removal.ts'

export function factorRoutes(api: Api) {
  handle(api, 'stopMyFactorRemoval', ({ deps, user }) => stopMyFactorRemoval(deps, user))
  handle(api, 'stopFactorRemoval', async ({ deps, body }) => {
    await stopFactorRemoval(deps, body.token)
    return { message: 'It is stopped, and your second factor stays as it is.' }
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
