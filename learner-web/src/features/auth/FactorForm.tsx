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
  children?: (fault: (field: string) => string | undefined) => ReactNode
}

/** A change of the second factor that takes proof: it opens in the card, takes the focus, and can be left. */
export function FactorForm({ name, factor, purpose, action, variant = 'primary', onBack, send, children }: Props) {
  const { submit, busy, problem, fault } = useSubmit((values) => send(proofOf(values), values))
  const within = useRef<HTMLDivElement>(null)
  useEffect(() => within.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={within}>
      <Form name={name} onSubmit={submit}>
        {children?.(fault)}
        <ProofFields purpose={purpose} factor={factor} fault={fault} />
        <p role="alert" className={styles.problem}>
          {problem ?? fault('passkey')}
        </p>
        <div className="row">
          <Button type="submit" variant={variant} busy={busy}>
            {action}
          </Button>
          <Button variant="quiet" disabled={busy} onClick={onBack}>
            Leave it as it is
          </Button>
        </div>
      </Form>
    </div>
  )
}
