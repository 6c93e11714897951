import type { SecondFactor } from '@flagyard/api-types'
import { TextField } from '@flagyard/ui/fields'
import { hasFactor, SecondFactorField } from './SecondFactorField.tsx'

interface Props {
  /** What the password is for: `to add it`. */
  purpose: string
  factor: SecondFactor
  fieldError: (field: string) => string | undefined
}

/** What shows that it is the owner who asks: the password, and the second factor where there is one. */
export function ProofFields({ purpose, factor, fieldError }: Props) {
  return (
    <>
      <TextField
        label={`Password, ${purpose}`}
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        error={fieldError('current_password')}
      />
      {hasFactor(factor) && <SecondFactorField factor={factor} purpose={purpose} error={fieldError('code')} />}
    </>
  )
}

/** What {@link ProofFields} holds when its form is sent. */
export const proofOf = (values: FormData) => ({
  current_password: String(values.get('current_password') ?? ''),
  ...(values.has('code') && { code: String(values.get('code')) }),
})
