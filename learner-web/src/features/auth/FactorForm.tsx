import type { SecondFactor } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSubmit } from '../../lib/useSubmit.ts'
import styles from './FactorCard.module.css'
import { ProofFields, proofOf } from './ProofFields.tsx'

interface Props {
  name: string
  factor: SecondFactor
  purpose: string
  action: string
  variant?: 'primary' | 'danger'
  onBack: () => void
  send: (proofPayload: ReturnType<typeof proofOf>, values: FormData) => Promise<void>
  /** Fields of its own, above the proof. */
  children?: (fieldError: (field: string) => string | undefined) => ReactNode
}

/** A change of the second factor that takes proof: it opens in the card, takes the focus, and can be left. */
export function FactorForm({ name, factor, purpose, action, variant = 'primary', onBack, send, children }: Props) {
  const { submit, isPending, formError, fieldError } = useSubmit((values) => send(proofOf(values), values))
  const within = useRef<HTMLDivElement>(null)
  useEffect(() => within.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={within}>
      <Form name={name} onSubmit={submit}>
        {children?.(fieldError)}
        <ProofFields purpose={purpose} factor={factor} fieldError={fieldError} />
        <p role="alert" className={styles.problem}>
          {formError ?? fieldError('passkey')}
        </p>
        <div className="row">
          <Button type="submit" variant={variant} busy={isPending}>
            {action}
          </Button>
          <Button variant="quiet" disabled={isPending} onClick={onBack}>
            Leave it as it is
          </Button>
        </div>
      </Form>
    </div>
  )
}
