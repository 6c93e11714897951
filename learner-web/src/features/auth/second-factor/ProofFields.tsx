import type { SecondFactor } from '@flagyard/api-types'
import { hasSecondFactor } from '@flagyard/auth/second-factor'
import { useSecondFactorProof } from '@flagyard/auth/useSecondFactorProof'
import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/Feedback'
import { FormError, TextField, useFieldError } from '@flagyard/ui/Form'
import { api } from '../../../lib/api.ts'
import * as t from '../../../messages/en/auth.ts'
import styles from '../auth.module.css'

export type ProofPurpose = keyof typeof t.proof

interface Props {
  /** Purpose of the confirmation. A screen may have several confirmations, so their labels differ. */
  purpose: ProofPurpose
  /** Undefined while loading; then only the password is requested. */
  factor: SecondFactor | undefined
}

/** Confirms the user's identity with the password, and the second factor if the account has one. */
export function ProofFields({ purpose, factor }: Props) {
  return (
    <>
      <TextField
        label={t.proof[purpose].password}
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
function SecondFactorField({ factor, purpose }: { factor: SecondFactor; purpose: ProofPurpose }) {
  const proof = useSecondFactorProof({ calls: api, rejected: useFieldError('code') })
  const texts = t.proof[purpose]
  if (proof.passkeyCode)
    return (
      <p ref={proof.doneRef} tabIndex={-1} role="status">
        {t.passkeyAccepted}
        <input type="hidden" name="code" value={proof.passkeyCode} />
      </p>
    )
  const hasPasskeys = factor.passkeys.length > 0
  const code = factor.totp ? (
    <CodeField label={texts.code} hint={hasPasskeys ? t.appCodeInstead : t.appCode} />
  ) : (
    <CodeField label={texts.recoveryCode} hint={t.insteadOfPasskey} />
  )
  if (!hasPasskeys) return code
  return (
    <div className={styles.either}>
      <div>
        <Button busy={proof.isPending} aria-label={texts.passkey} onClick={proof.requestPasskey}>
          {t.usePasskey}
        </Button>
      </div>
      <FormError>{proof.error !== undefined && errorMessage(proof.error)}</FormError>
      {code}
    </div>
  )
}

/** Field for an authenticator or recovery code. Excluded from session recordings and form drafts. */
export function CodeField({ label = t.code, hint }: { label?: string; hint?: string }) {
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
