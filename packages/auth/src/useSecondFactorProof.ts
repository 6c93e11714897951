import type { PasskeyRequest } from '@flagyard/api-types'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { getPasskeyAssertion } from './passkeys.ts'

interface Options {
  /** The two calls that turn a passkey's assertion into a one-time code; each app has its own client. */
  calls: {
    startPasskeyAuthentication: () => Promise<PasskeyRequest>
    finishPasskeyAuthentication: (input: { passkeyAnswerPayload: { passkey: Assertion } }) => Promise<{ code: string }>
  }
  /** Why the server refused the last code, if it did. */
  rejected: string | undefined
}

interface Proof {
  /** The one-time code that a passkey was exchanged for, to be sent as `code`; undefined while there is none. */
  passkeyCode: string | undefined
  /** For the element that replaces the button: it gets the focus, and needs `tabIndex={-1}`. */
  doneRef: RefObject<HTMLParagraphElement | null>
  requestPasskey: () => Promise<void>
  isPending: boolean
  error: unknown
}

type Assertion = Awaited<ReturnType<typeof getPasskeyAssertion>>

/** The state of a field for the second factor: a passkey is exchanged for a one-time code, which a rejection uses up. */
export function useSecondFactorProof({ calls, rejected }: Options): Proof {
  const [passkeyCode, setPasskeyCode] = useState<string>()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const doneRef = useRef<HTMLParagraphElement>(null)
  useEffect(() => (passkeyCode ? doneRef.current?.focus() : undefined), [passkeyCode])
  useEffect(() => (rejected ? setPasskeyCode(undefined) : undefined), [rejected])
  const requestPasskey = async () => {
    setPending(true)
    setError(undefined)
    try {
      const passkey = await getPasskeyAssertion(await calls.startPasskeyAuthentication())
      setPasskeyCode((await calls.finishPasskeyAuthentication({ passkeyAnswerPayload: { passkey } })).code)
    } catch (failure) {
      setError(failure)
    } finally {
      setPending(false)
    }
  }
  return { passkeyCode, doneRef, requestPasskey, isPending, error }
}
