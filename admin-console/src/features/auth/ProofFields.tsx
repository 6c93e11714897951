import { Button } from '@flagyard/ui/Button'
import { TextField } from '@flagyard/ui/fields'
import { useEffect, useRef, useState } from 'react'
import { useDataProvider } from 'react-admin'
import { sentenceOf } from '../../lib/problem.ts'
import { useCall } from '../../lib/useCall.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import styles from './ProofFields.module.css'

interface Props {
  /** What the password is asked for: `to give rights`. */
  purpose: string
  fault: (field: string) => string | undefined
}

/** The administrator's own password, and the second factor where the account has one: kept out of recordings. */
export function ProofFields({ purpose, fault }: Props) {
  const { data: factor } = useCall('getMySecondFactor', undefined, { staleTime: 0 })
  const withPasskey = (factor?.passkeys.length ?? 0) > 0
  const withCode = !factor || withPasskey || factor.totp !== null
  return (
    <div data-sentry-block className="stack">
      <TextField
        label={`Your password, ${purpose}`}
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        error={fault('current_password')}
      />
      {withPasskey ? <PasskeyOrCode fault={fault} /> : withCode && <Code fault={fault} />}
    </div>
  )
}

function Code({
  fault,
  hint = 'If you have a second factor: of your app, or a recovery code.',
}: Pick<Props, 'fault'> & { hint?: string }) {
  return (
    <TextField
      label="Code"
      name="code"
      mono
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      hint={hint}
      error={fault('code')}
    />
  )
}

/** What a passkey's answer was turned into goes where a code goes, and works as often: once. */
function PasskeyOrCode({ fault }: Pick<Props, 'fault'>) {
  const provider = useDataProvider<ConsoleDataProvider>()
  const [proof, setProof] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const answered = useRef<HTMLParagraphElement>(null)
  const refused = fault('code')
  // The button that was pressed is gone.
  useEffect(() => (proof ? answered.current?.focus() : undefined), [proof])
  useEffect(() => (refused ? setProof(undefined) : undefined), [refused])
  const use = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { answerByPasskey } = await import('@flagyard/auth/passkeys')
      const passkey = await answerByPasskey(await provider.call('askPasskey'))
      setProof((await provider.call('provePasskey', { passkeyAnswerPayload: { passkey } })).code)
    } catch (failure) {
      setProblem(sentenceOf(failure))
    } finally {
      setBusy(false)
    }
  }
  if (proof)
    return (
      <p ref={answered} tabIndex={-1} role="status">
        Your passkey answered.
        <input type="hidden" name="code" value={proof} />
      </p>
    )
  return (
    <>
      <div>
        <Button busy={busy} onClick={() => void use()}>
          Use a passkey
        </Button>
      </div>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Code fault={fault} hint="Instead of a passkey: of your app, or a recovery code." />
    </>
  )
}

/** What the fields hold, as the calls take it. */
export function proofOf(values: FormData): { current_password: string; code?: string } {
  const code = String(values.get('code') ?? '').trim()
  return { current_password: String(values.get('current_password')), ...(code && { code }) }
}
