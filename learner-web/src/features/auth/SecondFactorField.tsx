import type { SecondFactor } from '@flagyard/api-types'
import { proofTexts } from '@flagyard/auth/second-factor'
import { useSecondFactorProof } from '@flagyard/auth/useSecondFactorProof'
import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { FormError } from '@flagyard/ui/FormError'
import { api } from '../../lib/api.ts'
import { CodeField } from './CodeField.tsx'
import styles from './second-factor.module.css'

interface Props {
  factor: SecondFactor
  /** Purpose of the confirmation, because a screen may have several: `to add a passkey`. */
  purpose: string
  error: string | undefined
}

/** Second factor next to a password: a typed code, or the one-time code from a passkey. */
export function SecondFactorField({ factor, purpose, error }: Props) {
  const proof = useSecondFactorProof({ calls: api, rejected: error })
  const texts = proofTexts(factor, purpose)
  if (proof.passkeyCode)
    return (
      <p ref={proof.doneRef} tabIndex={-1} role="status">
        {texts.passkeyDone}
        <input type="hidden" name="code" value={proof.passkeyCode} />
      </p>
    )
  const code = <CodeField label={texts.code} hint={texts.codeHint} error={error} />
  if (factor.passkeys.length === 0) return code
  return (
    <div className={styles.either}>
      <div>
        <Button busy={proof.isPending} aria-label={texts.passkey} onClick={proof.requestPasskey}>
          {texts.passkeyButton}
        </Button>
      </div>
      <FormError>{proof.error !== undefined && errorMessage(proof.error)}</FormError>
      {code}
    </div>
  )
}
