import type { Passkey, SecondFactor } from '@flagyard/api-types'
import { createPasskey } from '@flagyard/auth/passkeys'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import styles from './FactorCard.module.css'
import { FactorForm } from './FactorForm.tsx'
import { FactorSetUp } from './FactorSetUp.tsx'

/** What somebody is about to do to the second factor. */
export type Act =
  | { kind: 'add-passkey' | 'add-app' | 'renew' | 'remove-app' }
  | { kind: 'rename' | 'remove'; passkey: Passkey }

interface Props {
  act: Act
  factor: SecondFactor
  onBack: () => void
  onChanged: (done: string, codes?: string[]) => void
}

export function FactorAct({ act, ...props }: Props) {
  if (act.kind === 'add-passkey') return <AddPasskey {...props} />
  if (act.kind === 'add-app') return <FactorSetUp {...props} />
  if (act.kind === 'rename') return <Rename passkey={act.passkey} {...props} />
  if (act.kind === 'renew') return <Renew {...props} />
  return <Remove passkey={act.kind === 'remove' ? act.passkey : undefined} {...props} />
}

type ActProps = Omit<Props, 'act'>

const AddPasskey = ({ factor, onBack, onChanged }: ActProps) => (
  <FactorForm
    name="passkey-add"
    factor={factor}
    purpose="to add a passkey"
    action="Go on"
    onBack={onBack}
    send={async (proofPayload, values) => {
      const name = String(values.get('name') ?? '').trim()
      const passkey = await createPasskey(await api.setUpPasskey({ proofPayload }))
      const { codes } = await api.addPasskey({ newPasskeyPayload: { name, passkey } })
      onChanged('Your passkey is added.', codes)
    }}
  >
    {(fieldError) => (
      <TextField
        label="Name of the passkey"
        name="name"
        maxLength={60}
        autoComplete="off"
        required
        hint="So that you know it again: My laptop, Blue key. Your browser asks for the passkey next."
        error={fieldError('name')}
      />
    )}
  </FactorForm>
)

const Renew = ({ factor, onBack, onChanged }: ActProps) => (
  <FactorForm
    name="codes-renew"
    factor={factor}
    purpose="to change the second factor"
    action="Make new recovery codes"
    onBack={onBack}
    send={async (proofPayload) => {
      const { codes } = await api.renewRecoveryCodes({ proofPayload })
      onChanged('The new recovery codes are made; the old ones open nothing any more.', codes)
    }}
  />
)

function Remove({ passkey, factor, onBack, onChanged }: ActProps & { passkey: Passkey | undefined }) {
  const isLast = factor.passkeys.length + (factor.totp ? 1 : 0) === 1
  const what = passkey ? `The passkey “${passkey.name}”` : 'The authenticator app'
  return (
    <div className={styles.setUp}>
      <p>
        {what} will open your account no more.
        {isLast && ' It is the last second factor: the recovery codes go with it, and the password alone signs in.'}
      </p>
      <FactorForm
        name="factor-remove"
        factor={factor}
        purpose="to change the second factor"
        action="Remove it"
        variant="danger"
        onBack={onBack}
        send={async (proofPayload) => {
          if (passkey) await api.removePasskey({ id: passkey.id, proofPayload })
          else await api.removeTotp({ proofPayload })
          onChanged(isLast ? 'The second factor is off.' : `${what} is removed.`)
        }}
      />
    </div>
  )
}

function Rename({ passkey, onBack, onChanged }: ActProps & { passkey: Passkey }) {
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const name = String(values.get('name') ?? '').trim()
    await api.renamePasskey({ id: passkey.id, renamePasskeyPayload: { name } })
    onChanged('The passkey has its new name.')
  })
  return (
    <Form name="passkey-rename" onSubmit={submit}>
      <TextField
        label="Name of the passkey"
        name="name"
        maxLength={60}
        autoComplete="off"
        defaultValue={passkey.name}
        required
        autoFocus
        error={fieldError('name')}
      />
      <p role="alert" className={styles.problem}>
        {formError}
      </p>
      <div className="row">
        <Button type="submit" variant="primary" busy={isPending}>
          Rename it
        </Button>
        <Button variant="quiet" disabled={isPending} onClick={onBack}>
          Leave it as it is
        </Button>
      </div>
    </Form>
  )
}
