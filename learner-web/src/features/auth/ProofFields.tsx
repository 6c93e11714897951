import type { SecondFactor } from '@flagyard/api-types'
import { hasSecondFactor, proofTexts } from '@flagyard/auth/second-factor'
import { TextField } from '@flagyard/ui/fields'
import { SecondFactorField } from './SecondFactorField.tsx'

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
