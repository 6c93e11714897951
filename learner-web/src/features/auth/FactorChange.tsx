import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { CodeField } from './CodeField.tsx'
import styles from './FactorCard.module.css'

type Act = 'renew' | 'remove'

/** New recovery codes, or the end of the factor: each takes the password and a code. */
export function FactorChange({ onChanged }: { onChanged: (done: string, codes?: string[]) => void }) {
  const [act, setAct] = useState<Act>()
  if (act) return <Prove act={act} onChanged={onChanged} onBack={() => setAct(undefined)} />
  return (
    <div className="row">
      <Button onClick={() => setAct('renew')}>Make new recovery codes</Button>
      <Button onClick={() => setAct('remove')}>Turn it off</Button>
    </div>
  )
}

function Prove({
  act,
  onChanged,
  onBack,
}: {
  act: Act
  onChanged: (done: string, codes?: string[]) => void
  onBack: () => void
}) {
  const { submit, busy, problem, fault } = useSubmit(async (values) => {
    const proofPayload = {
      current_password: String(values.get('current_password') ?? ''),
      code: String(values.get('code') ?? ''),
    }
    if (act === 'renew') {
      const { codes } = await api.renewRecoveryCodes({ proofPayload })
      onChanged('The new recovery codes are made; the old ones open nothing any more.', codes)
    } else {
      await api.removeTotp({ proofPayload })
      onChanged('The second factor is off.')
    }
  })
  return (
    <Form name={`totp-${act}`} onSubmit={submit}>
      <TextField
        label="Password, to change the second factor"
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        error={fault('current_password')}
      />
      <CodeField label="Code of the app, or a recovery code" error={fault('code')} />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <div className="row">
        <Button type="submit" look={act === 'remove' ? 'danger' : 'primary'} busy={busy}>
          {act === 'remove' ? 'Turn it off' : 'Make new recovery codes'}
        </Button>
        <Button look="quiet" disabled={busy} onClick={onBack}>
          Leave it as it is
        </Button>
      </div>
    </Form>
  )
}
