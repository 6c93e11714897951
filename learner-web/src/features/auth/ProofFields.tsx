import type { SecondFactor } from '@flagyard/api-types'
import { hasSecondFactor, proofTexts } from '@flagyard/auth/second-factor'
import { TextField } from '@flagyard/ui/fields'
import { SecondFactorField } from './SecondFactorField.tsx'

interface Props {
  /** What the proof is for: `to add a passkey`. */
  purpose: string
  /** Undefined while it is not known: then only the password is asked for. */
  factor: SecondFactor | undefined
  fieldError: (field: string) => string | undefined
}

/** Proves that the owner is asking: the password, and the second factor where the account has one. */
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
