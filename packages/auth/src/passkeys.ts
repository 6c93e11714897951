import type { PasskeyCreation, PasskeyRequest } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'

/** Only who uses a passkey loads what speaks to the browser about it. */
const loadWebAuthn = () => import('@simplewebauthn/browser')

/** Lets the browser make a passkey, as the server asked; gives what `addPasskey` takes. */
export async function createPasskey(options: PasskeyCreation) {
  const { startRegistration } = await loadWebAuthn()
  try {
    const { id, response } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, clientDataJSON, attestationObject, transports: [...transports] }
  } catch (error) {
    throw toApiError(error)
  }
}

/** Lets the browser use one of the passkeys that the server named; gives what proves it. */
export async function getPasskeyAssertion(options: PasskeyRequest) {
  const { startAuthentication } = await loadWebAuthn()
  try {
    const { id, response } = await startAuthentication({ optionsJSON: options })
    const { clientDataJSON, authenticatorData, signature } = response
    return { id, clientDataJSON, authenticatorData, signature }
  } catch (error) {
    throw toApiError(error)
  }
}

/** A refusal of the browser, in the form of one of the server's: each has a sentence for the screen. */
function toApiError(error: unknown): unknown {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError')
    return new ApiError('conflict', 'This device holds a passkey of your account already.')
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new ApiError('conflict', 'No passkey was used. You can try again.')
  return new ApiError('conflict', 'This browser cannot use a passkey here. Please take another way.', { cause: error })
}
