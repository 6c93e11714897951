import type { PasskeyCreation, PasskeyRequest } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'

/** Loaded on first use: most visitors never need it. */
const loadWebAuthn = () => import('@simplewebauthn/browser')

/** Creates a passkey in the browser with the server's options; returns the payload of `addPasskey`. */
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

/** Signs the server's challenge with a passkey in the browser; returns the assertion for the server to verify. */
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

/** Converts a browser error to an ApiError, so that forms show it like a server error. */
function toApiError(error: unknown): unknown {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError')
    return new ApiError('conflict', 'This device already has a passkey for your account.')
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new ApiError('conflict', 'No passkey was used. You can try again.')
  return new ApiError('conflict', 'This browser cannot use a passkey here. Please choose another way.', {
    cause: error,
  })
}
