import type { SecondFactor } from '@flagyard/api-types'
import { getPasskeyAssertion } from '@flagyard/auth/passkeys'
import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { CodeField } from './CodeField.tsx'
import styles from './second-factor.module.css'

interface Props {
  factor: SecondFactor
  /** What it is for, as a screen has several: `to change the address`. */
  purpose: string
  error: string | undefined
}

export const hasFactor = ({ totp, passkeys }: SecondFactor) => totp !== null || passkeys.length > 0

/** The second factor beside a password: a code that is typed, or what a passkey's answer was turned into. */
export function SecondFactorField({ factor, purpose, error }: Props) {
  const [proof, setProof] = useState<string>()
  const { use, busy, problem } = useProof(setProof)
  const answered = useRef<HTMLParagraphElement>(null)
  // The button that was pressed is gone.
  useEffect(() => (proof ? answered.current?.focus() : undefined), [proof])
  // Each proof works once: after a refusal another is needed.
  useEffect(() => (error ? setProof(undefined) : undefined), [error])
  if (proof)
    return (
      <p ref={answered} tabIndex={-1} role="status">
        Your passkey answered.
        <input type="hidden" name="code" value={proof} />
      </p>
    )
  const withPasskey = factor.passkeys.length > 0
  const code = (
    <CodeField
      label={`${factor.totp ? 'Code' : 'Recovery code'}, ${purpose}`}
      hint={[withPasskey && 'Instead of a passkey', factor.totp && 'of your app, or a recovery code']
        .filter(Boolean)
        .join(': ')}
      error={error}
    />
  )
  if (!withPasskey) return code
  return (
    <div className={styles.either}>
      <div>
        <Button busy={busy} aria-label={`Use a passkey, ${purpose}`} onClick={use}>
          Use a passkey
        </Button>
      </div>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      {code}
    </div>
  )
}

function useProof(onProof: (code: string) => void) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const use = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const passkey = await getPasskeyAssertion(await api.askPasskey())
      onProof((await api.provePasskey({ passkeyAnswerPayload: { passkey } })).code)
    } catch (failure) {
      setProblem(errorMessage(failure))
    } finally {
      setBusy(false)
    }
  }
  return { use, busy, problem }
}
