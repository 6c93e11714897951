import type { SecondFactor } from '@flagyard/api-types'
import { hasSecondFactor, proofTexts } from '@flagyard/auth/second-factor'
import { useSecondFactorProof } from '@flagyard/auth/useSecondFactorProof'
import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/Feedback'
import { FormError, TextField, useFieldError } from '@flagyard/ui/Form'
import { api } from '../../../lib/api.ts'
import styles from '../auth.module.css'

interface Props {
  /** Purpose of the confirmation: `to add a passkey`. */
  purpose: string
  /** Undefined while loading; then only the password is requested. */
  factor: SecondFactor | undefined
}

/** Confirms the user's identity with the password, and the second factor if the account has one. */
export function ProofFields({ purpose, factor }: Props) {
  return (
    <>
      <TextField
        label={proofTexts(factor, purpose).password}
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
      />
      {factor && hasSecondFactor(factor) && <SecondFactorField factor={factor} purpose={purpose} />}
    </>
  )
}

/** Second factor next to a password: a typed code, or the one-time code from a passkey. */
function SecondFactorField({ factor, purpose }: { factor: SecondFactor; purpose: string }) {
  const proof = useSecondFactorProof({ calls: api, rejected: useFieldError('code') })
  const texts = proofTexts(factor, purpose)
  if (proof.passkeyCode)
    return (
      <p ref={proof.doneRef} tabIndex={-1} role="status">
        {texts.passkeyDone}
        <input type="hidden" name="code" value={proof.passkeyCode} />
      </p>
    )
  const code = <CodeField label={texts.code} hint={texts.codeHint} />
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

/** Field for an authenticator or recovery code. Excluded from session recordings and form drafts. */
export function CodeField({ label = 'Code', hint }: { label?: string; hint?: string }) {
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
      />
    </div>
  )
}
