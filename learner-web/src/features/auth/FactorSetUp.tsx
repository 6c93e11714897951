import type { SecondFactor, TotpKey } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { CopyButton } from '../../shell/CopyButton.tsx'
import { CodeField } from './CodeField.tsx'
import styles from './FactorCard.module.css'
import { FactorForm } from './FactorForm.tsx'

interface Props {
  factor: SecondFactor
  onBack: () => void
  onChanged: (done: string, recoveryCodes: string[]) => void
}

/** The password, then the key for the app, then a code that shows that the app has it. */
export function FactorSetUp({ factor, onBack, onChanged }: Props) {
  const [made, setMade] = useState<TotpKey>()
  if (made)
    return (
      <Confirm made={made} onBack={onBack} onDone={(codes) => onChanged('Your authenticator app is set up.', codes)} />
    )
  return (
    <FactorForm
      name="totp-begin"
      factor={factor}
      purpose="to set it up"
      action="Show the key"
      onBack={onBack}
      send={async (proofPayload) => setMade(await api.setUpTotp({ proofPayload }))}
    />
  )
}

interface ConfirmProps {
  made: TotpKey
  onBack: () => void
  onDone: (recoveryCodes: string[]) => void
}

function Confirm({ made, onBack, onDone }: ConfirmProps) {
  const first = useRef<HTMLParagraphElement>(null)
  useEffect(() => first.current?.focus(), [])
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const { codes } = await api.confirmTotp({ totpCodePayload: { code: String(values.get('code')) } })
    onDone(codes)
  })
  return (
    <div className={styles.setUp}>
      <p ref={first} tabIndex={-1}>
        Scan this with your authenticator app, or type the key into it. Then type the six digits that it shows.
      </p>
      <div className={styles.key} data-sentry-block>
        <img className={styles.qr} src={made.qr} alt="The key below as a QR code" width={192} height={192} />
        <p>
          <span className={styles.keyText}>{made.key.match(/.{1,4}/g)?.join(' ')}</span>{' '}
          <CopyButton text={made.key} label="Copy the key" />
        </p>
      </div>
      <Form name="totp-confirm" onSubmit={submit}>
        <CodeField label="Code of the app" error={fieldError('code')} />
        <p role="alert" className={styles.problem}>
          {formError}
        </p>
        <div className="row">
          <Button type="submit" variant="primary" busy={isPending}>
            Turn it on
          </Button>
          <Button variant="quiet" disabled={isPending} onClick={onBack}>
            Leave it as it is
          </Button>
        </div>
      </Form>
    </div>
  )
}
