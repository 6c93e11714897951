import type { PasskeyRequest } from '@flagyard/api-types'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { getPasskeyAssertion } from './passkeys.ts'

interface Options {
  /** The two calls that exchange a passkey assertion for a one-time code; each app has its own client. */
  calls: {
    startPasskeyAuthentication: () => Promise<PasskeyRequest>
    finishPasskeyAuthentication: (input: { passkeyAnswerPayload: { passkey: Assertion } }) => Promise<{ code: string }>
  }
  /** Why the server rejected the last code, if it did. */
  rejected: string | undefined
}

interface Proof {
  /** One-time code obtained with a passkey, to be sent as `code`; undefined if there is none. */
  passkeyCode: string | undefined
  /** For the element that replaces the button: it receives the focus, and needs `tabIndex={-1}`. */
  doneRef: RefObject<HTMLParagraphElement | null>
  requestPasskey: () => Promise<void>
  isPending: boolean
  error: unknown
}

type Assertion = Awaited<ReturnType<typeof getPasskeyAssertion>>

/** State of a second-factor field. A passkey is exchanged for a one-time code, which becomes invalid if the server rejects it. */
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
