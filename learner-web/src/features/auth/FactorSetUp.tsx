import type { TotpKey } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { CopyButton } from '../../shell/CopyButton.tsx'
import { CodeField } from './CodeField.tsx'
import styles from './FactorCard.module.css'

/** The password, then the key for the app, then a code that shows that the app has it. */
export function FactorSetUp({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const [made, setMade] = useState<TotpKey>()
  return made ? <Confirm made={made} onDone={onDone} /> : <Begin onMade={setMade} />
}

function Begin({ onMade }: { onMade: (made: TotpKey) => void }) {
  const { submit, busy, problem, fault } = useSubmit(async (values) =>
    onMade(await api.setUpTotp({ proofPayload: { current_password: String(values.get('current_password') ?? '') } })),
  )
  return (
    <Form name="totp-begin" onSubmit={submit}>
      <TextField
        label="Password, to set it up"
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        error={fault('current_password')}
      />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <div>
        <Button type="submit" busy={busy}>
          Set up an authenticator app
        </Button>
      </div>
    </Form>
  )
}

function Confirm({ made, onDone }: { made: TotpKey; onDone: (recoveryCodes: string[]) => void }) {
  const first = useRef<HTMLParagraphElement>(null)
  useEffect(() => first.current?.focus(), [])
  const { submit, busy, problem, fault } = useSubmit(async (values) => {
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
        <CodeField label="Code of the app" error={fault('code')} />
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <div>
          <Button type="submit" look="primary" busy={busy}>
            Turn it on
          </Button>
        </div>
      </Form>
    </div>
  )
}
