import type { SecondFactor } from '@flagyard/api-types'
import { hasSecondFactor, proofTexts } from '@flagyard/auth/second-factor'
import { useSecondFactorProof } from '@flagyard/auth/useSecondFactorProof'
import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/Feedback'
import { FormError } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { api } from '../../../lib/api.ts'
import styles from '../auth.module.css'

interface Props {
  /** Purpose of the confirmation: `to add a passkey`. */
  purpose: string
  /** Undefined while loading; then only the password is requested. */
  factor: SecondFactor | undefined
  fieldError: (field: string) => string | undefined
}

/** Confirms the user's identity with the password, and the second factor if the account has one. */
export function ProofFields({ purpose, factor, fieldError }: Props) {
  return (
    <>
      <TextField
        label={proofTexts(factor, purpose).password}
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        error={fieldError('current_password')}
      />
      {factor && hasSecondFactor(factor) && (
        <SecondFactorField factor={factor} purpose={purpose} error={fieldError('code')} />
      )}
    </>
  )
}

interface SecondFactorFieldProps {
  factor: SecondFactor
  /** Purpose of the confirmation, because a screen may have several: `to add a passkey`. */
  purpose: string
  error: string | undefined
}

/** Second factor next to a password: a typed code, or the one-time code from a passkey. */
function SecondFactorField({ factor, purpose, error }: SecondFactorFieldProps) {
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

interface CodeFieldProps {
  label?: string
  hint?: string
  error: string | undefined
}

/** Field for an authenticator or recovery code. Excluded from session recordings and form drafts. */
export function CodeField({ label = 'Code', hint, error }: CodeFieldProps) {
  return (
    <div data-sentry-block>
      <TextField
        label={label}
        hint={hint}
        name="code"
        mono
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={error}
      />
    </div>
  )
}
