import type { Passkey, SecondFactor, TotpKey } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { createPasskey } from '@flagyard/auth/passkeys'
import { proofPayload } from '@flagyard/auth/second-factor'
import { Button } from '@flagyard/ui/Button'
import { Form, FormError } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useSubmit } from '../../../lib/useSubmit.ts'
import { CopyButton } from '../../../shell/CopyButton.tsx'
import styles from '../auth.module.css'
import { CodeField, ProofFields } from './ProofFields.tsx'

export type SecondFactorChange =
  | { kind: 'add-passkey' | 'add-app' | 'renew' | 'remove-app' }
  | { kind: 'rename' | 'remove'; passkey: Passkey }

interface Props {
  change: SecondFactorChange
  factor: SecondFactor
  onBack: () => void
  onChanged: (message: string, codes?: string[]) => void
}

export function SecondFactorAction({ change, ...props }: Props) {
  if (change.kind === 'add-passkey') return <AddPasskey {...props} />
  if (change.kind === 'add-app') return <TotpSetup {...props} />
  if (change.kind === 'rename') return <RenamePasskey passkey={change.passkey} {...props} />
  if (change.kind === 'renew') return <RenewCodes {...props} />
  return <RemoveFactor passkey={change.kind === 'remove' ? change.passkey : undefined} {...props} />
}

type ChangeProps = Omit<Props, 'change'>

const AddPasskey = ({ factor, onBack, onChanged }: ChangeProps) => (
  <SecondFactorForm
    name="passkey-add"
    factor={factor}
    purpose="to add a passkey"
    submitLabel="Continue"
    onBack={onBack}
    send={async (proofPayload, values) => {
      const name = String(values.get('name') ?? '').trim()
      const passkey = await createPasskey(await api.setUpPasskey({ proofPayload }))
      const { codes } = await api.addPasskey({ newPasskeyPayload: { name, passkey } })
      onChanged('Your passkey was added.', codes)
    }}
  >
    {(fieldError) => (
      <TextField
        label="Passkey name"
        name="name"
        maxLength={60}
        autoComplete="off"
        required
        hint="So that you can recognise it: My laptop, Blue key. Next, your browser asks you to create the passkey."
        error={fieldError('name')}
      />
    )}
  </SecondFactorForm>
)

const RenewCodes = ({ factor, onBack, onChanged }: ChangeProps) => (
  <SecondFactorForm
    name="codes-renew"
    factor={factor}
    purpose="to change your second factor"
    submitLabel="Create new recovery codes"
    onBack={onBack}
    send={async (proofPayload) => {
      const { codes } = await api.renewRecoveryCodes({ proofPayload })
      onChanged('Here are your new recovery codes. The old ones no longer work.', codes)
    }}
  />
)

function RemoveFactor({ passkey, factor, onBack, onChanged }: ChangeProps & { passkey: Passkey | undefined }) {
  const isLast = factor.passkeys.length + (factor.totp ? 1 : 0) === 1
  const factorName = passkey ? `The passkey “${isolate(passkey.name)}”` : 'The authenticator app'
  return (
    <div className={styles.setUp}>
      <p>
        You will no longer be able to sign in with{' '}
        {passkey ? `the passkey “${isolate(passkey.name)}”` : 'the authenticator app'}.
        {isLast &&
          ' It is your last second factor: your recovery codes are removed too, and your password alone is enough to sign in.'}
      </p>
      <SecondFactorForm
        name="factor-remove"
        factor={factor}
        purpose="to change your second factor"
        submitLabel="Remove it"
        variant="danger"
        onBack={onBack}
        send={async (proofPayload) => {
          if (passkey) await api.removePasskey({ id: passkey.id, proofPayload })
          else await api.removeTotp({ proofPayload })
          onChanged(isLast ? 'Your second factor is off.' : `${factorName} was removed.`)
        }}
      />
    </div>
  )
}

function RenamePasskey({ passkey, onBack, onChanged }: ChangeProps & { passkey: Passkey }) {
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const name = String(values.get('name') ?? '').trim()
    await api.renamePasskey({ id: passkey.id, renamePasskeyPayload: { name } })
    onChanged('The passkey was renamed.')
  })
  return (
    <Form name="passkey-rename" onSubmit={submit}>
      <TextField
        label="Passkey name"
        name="name"
        maxLength={60}
        autoComplete="off"
        defaultValue={passkey.name}
        required
        autoFocus
        error={fieldError('name')}
      />
      <FormError>{formError}</FormError>
      <div className="row">
        <Button type="submit" variant="primary" busy={isPending}>
          Save the name
        </Button>
        <Button variant="quiet" disabled={isPending} onClick={onBack}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

interface TotpSetupProps {
  factor: SecondFactor
  onBack: () => void
  onChanged: (message: string, recoveryCodes: string[]) => void
}

function TotpSetup({ factor, onBack, onChanged }: TotpSetupProps) {
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

interface SecondFactorFormProps {
  name: string
  factor: SecondFactor
  purpose: string
  submitLabel: string
  variant?: 'primary' | 'danger'
  onBack: () => void
  send: (proof: ReturnType<typeof proofPayload>, values: FormData) => Promise<void>
  children?: (fieldError: (field: string) => string | undefined) => ReactNode
}

/** Form for a change that needs identity confirmation. It opens inside the card and takes the focus. */
function SecondFactorForm({
  name,
  factor,
  purpose,
  submitLabel,
  variant = 'primary',
  onBack,
  send,
  children,
}: SecondFactorFormProps) {
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
