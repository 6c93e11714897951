import type { SecondFactor, TotpKey } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { FormError } from '@flagyard/ui/FormError'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { CopyButton } from '../../shell/CopyButton.tsx'
import { CodeField } from './CodeField.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import styles from './second-factor.module.css'

interface Props {
  factor: SecondFactor
  onBack: () => void
  onChanged: (message: string, recoveryCodes: string[]) => void
}

/** Sets up an authenticator app in three steps: password, key to scan, and a code that proves the app has the key. */
export function TotpSetup({ factor, onBack, onChanged }: Props) {
  const [totpKey, setTotpKey] = useState<TotpKey>()
  if (totpKey)
    return (
      <Confirm
        totpKey={totpKey}
        onBack={onBack}
        onConfirmed={(codes) => onChanged('Your authenticator app is set up.', codes)}
      />
    )
  return (
    <SecondFactorForm
      name="totp-begin"
      factor={factor}
      purpose="to set up the app"
      submitLabel="Show the key"
      onBack={onBack}
      send={async (proofPayload) => setTotpKey(await api.setUpTotp({ proofPayload }))}
    />
  )
}

interface ConfirmProps {
  totpKey: TotpKey
  onBack: () => void
  onConfirmed: (recoveryCodes: string[]) => void
}

function Confirm({ totpKey, onBack, onConfirmed }: ConfirmProps) {
  const instructions = useRef<HTMLParagraphElement>(null)
  useEffect(() => instructions.current?.focus(), [])
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const { codes } = await api.confirmTotp({ totpCodePayload: { code: String(values.get('code')) } })
    onConfirmed(codes)
  })
  return (
    <div className={styles.setUp}>
      <p ref={instructions} tabIndex={-1}>
        Scan this code with your authenticator app, or type in the key. Then enter the six digits that it shows.
      </p>
      <div className={styles.key} data-sentry-block>
        <img className={styles.qr} src={totpKey.qr} alt="The key below as a QR code" width={192} height={192} />
        <p>
          <span className={styles.keyText}>{totpKey.key.match(/.{1,4}/g)?.join(' ')}</span>{' '}
          <CopyButton text={totpKey.key} label="Copy the key" />
        </p>
      </div>
      <Form name="totp-confirm" onSubmit={submit}>
        <CodeField label="Code from the app" error={fieldError('code')} />
        <FormError>{formError}</FormError>
        <div className="row">
          <Button type="submit" variant="primary" busy={isPending}>
            Turn on
          </Button>
          <Button variant="quiet" disabled={isPending} onClick={onBack}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  )
}
