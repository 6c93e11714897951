import type { SecondFactor } from '@flagyard/api-types'
import { proofPayload } from '@flagyard/auth/second-factor'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { FormError } from '@flagyard/ui/FormError'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSubmit } from '../../lib/useSubmit.ts'
import { ProofFields } from './ProofFields.tsx'

interface Props {
  name: string
  factor: SecondFactor
  purpose: string
  submitLabel: string
  variant?: 'primary' | 'danger'
  onBack: () => void
  send: (proof: ReturnType<typeof proofPayload>, values: FormData) => Promise<void>
  /** Fields above the identity confirmation. */
  children?: (fieldError: (field: string) => string | undefined) => ReactNode
}

/** Form for a change that needs identity confirmation. It opens inside the card and takes the focus. */
export function SecondFactorForm({
  name,
  factor,
  purpose,
  submitLabel,
  variant = 'primary',
  onBack,
  send,
  children,
}: Props) {
  const { submit, isPending, formError, fieldError } = useSubmit((values) => send(proofPayload(values), values))
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={container}>
      <Form name={name} onSubmit={submit}>
        {children?.(fieldError)}
        <ProofFields purpose={purpose} factor={factor} fieldError={fieldError} />
        <FormError>{formError ?? fieldError('passkey')}</FormError>
        <div className="row">
          <Button type="submit" variant={variant} busy={isPending}>
            {submitLabel}
          </Button>
          <Button variant="quiet" disabled={isPending} onClick={onBack}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  )
}
