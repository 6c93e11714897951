import type { Passkey, SecondFactor, TotpKey } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { createPasskey } from '@flagyard/auth/passkeys'
import { proofPayload } from '@flagyard/auth/second-factor'
import { Button } from '@flagyard/ui/Button'
import { Form, FormError, SubmitButton, TextField } from '@flagyard/ui/Form'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useSubmit } from '../../../lib/useSubmit.ts'
import * as t from '../../../messages/en/auth.ts'
import { CopyButton } from '../../../shell/CopyButton.tsx'
import styles from '../auth.module.css'
import { CodeField, ProofFields, type ProofPurpose } from './ProofFields.tsx'

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
    purpose="addPasskey"
    submitLabel={t.continueText}
    onBack={onBack}
    send={async (proofPayload, values) => {
      const name = String(values.get('name') ?? '').trim()
      const passkey = await createPasskey(await api.setUpPasskey({ proofPayload }))
      const { codes } = await api.addPasskey({ newPasskeyPayload: { name, passkey } })
      onChanged(t.passkeyAdded, codes)
    }}
  >
    <TextField label={t.passkeyName} name="name" maxLength={60} autoComplete="off" required hint={t.passkeyNameHint} />
  </SecondFactorForm>
)

const RenewCodes = ({ factor, onBack, onChanged }: ChangeProps) => (
  <SecondFactorForm
    name="codes-renew"
    factor={factor}
    purpose="changeFactor"
    submitLabel={t.renewCodes}
    onBack={onBack}
    send={async (proofPayload) => {
      const { codes } = await api.renewRecoveryCodes({ proofPayload })
      onChanged(t.codesRenewed, codes)
    }}
  />
)

function RemoveFactor({ passkey, factor, onBack, onChanged }: ChangeProps & { passkey: Passkey | undefined }) {
  const isLast = factor.passkeys.length + (factor.totp ? 1 : 0) === 1
  const name = passkey && isolate(passkey.name)
  return (
    <div className="stack">
      <p>
        {name === undefined
          ? t.removeApp({ isLast: String(isLast) })
          : t.removePasskey({ name, isLast: String(isLast) })}
      </p>
      <SecondFactorForm
        name="factor-remove"
        factor={factor}
        purpose="changeFactor"
        submitLabel={t.remove}
        variant="danger"
        onBack={onBack}
        send={async (proofPayload) => {
          if (passkey) await api.removePasskey({ id: passkey.id, proofPayload })
          else await api.removeTotp({ proofPayload })
          onChanged(isLast ? t.factorIsOff : name === undefined ? t.appRemoved : t.passkeyRemoved({ name }))
        }}
      />
    </div>
  )
}

function RenamePasskey({ passkey, onBack, onChanged }: ChangeProps & { passkey: Passkey }) {
  const submission = useSubmit(async (values) => {
    const name = String(values.get('name') ?? '').trim()
    await api.renamePasskey({ id: passkey.id, renamePasskeyPayload: { name } })
    onChanged(t.passkeyRenamed)
  })
  return (
    <Form name="passkey-rename" submission={submission}>
      <TextField
        label={t.passkeyName}
        name="name"
        maxLength={60}
        autoComplete="off"
        defaultValue={passkey.name}
        required
        autoFocus
      />
      <FormEnd submission={submission} submitLabel={t.saveName} onBack={onBack} />
    </Form>
  )
}

function TotpSetup({ factor, onBack, onChanged }: ChangeProps) {
  const [totpKey, setTotpKey] = useState<TotpKey>()
  if (totpKey)
    return <Confirm totpKey={totpKey} onBack={onBack} onConfirmed={(codes) => onChanged(t.appAdded, codes)} />
  return (
    <SecondFactorForm
      name="totp-begin"
      factor={factor}
      purpose="setUpApp"
      submitLabel={t.showKey}
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
  const submission = useSubmit(async (values) => {
    const { codes } = await api.confirmTotp({ totpCodePayload: { code: String(values.get('code')) } })
    onConfirmed(codes)
  })
  return (
    <div className="stack">
      <p ref={instructions} tabIndex={-1}>
        {t.scanKey}
      </p>
      <div className={styles.key} data-sentry-block>
        <img className={styles.qr} src={totpKey.qr} alt={t.qrCode} width={192} height={192} />
        <p>
          <span className={styles.keyText}>{totpKey.key.match(/.{1,4}/g)?.join(' ')}</span>{' '}
          <CopyButton text={totpKey.key} label={t.copyKey} />
        </p>
      </div>
      <Form name="totp-confirm" submission={submission}>
        <CodeField label={t.codeFromApp} />
        <FormEnd submission={submission} submitLabel={t.turnOn} onBack={onBack} />
      </Form>
    </div>
  )
}

interface FormEndProps extends Pick<Props, 'onBack'> {
  submission: ReturnType<typeof useSubmit>
  submitLabel: string
  variant?: 'primary' | 'danger'
}

const FormEnd = ({ submission, submitLabel, variant, onBack }: FormEndProps) => (
  <>
    <FormError>{submission.error ?? submission.fieldError('passkey')}</FormError>
    <div className="row">
      <SubmitButton variant={variant}>{submitLabel}</SubmitButton>
      <Button variant="quiet" disabled={submission.isPending} onClick={onBack}>
        {t.cancel}
      </Button>
    </div>
  </>
)

interface SecondFactorFormProps extends Omit<FormEndProps, 'submission'> {
  name: string
  factor: SecondFactor
  purpose: ProofPurpose
  send: (proof: ReturnType<typeof proofPayload>, values: FormData) => Promise<void>
  children?: ReactNode
}

/** Form for a change that needs identity confirmation. It opens inside the card and takes the focus. */
function SecondFactorForm({ name, factor, purpose, send, children, ...end }: SecondFactorFormProps) {
  const submission = useSubmit((values) => send(proofPayload(values), values))
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={container}>
      <Form name={name} submission={submission}>
        {children}
        <ProofFields purpose={purpose} factor={factor} />
        <FormEnd {...end} submission={submission} />
      </Form>
    </div>
  )
}
