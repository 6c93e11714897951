import { useSecondFactorProof } from '@flagyard/auth/useSecondFactorProof'
import { Button } from '@mui/material'
import { useEffect } from 'react'
import { PasswordInput, TextInput, useDataProvider } from 'react-admin'
import { useFormContext, useFormState } from 'react-hook-form'
import { useCall } from '../../crud/calls.tsx'
import { sentenceOf } from '../../lib/problem.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import styles from './ProofFields.module.css'

export interface Proof {
  current_password: string
  code: string
}

/** Password and second factor of the administrator, to confirm a sensitive action. Excluded from session recordings. */
export function ProofFields({ purpose }: { purpose: string }) {
  const { data: factor } = useCall('getMySecondFactor', undefined, { staleTime: 0 })
  const withPasskey = (factor?.passkeys.length ?? 0) > 0
  const withCode = !factor || withPasskey || factor.totp !== null
  return (
    <div data-sentry-block className="stack">
      <PasswordInput
        source="current_password"
        label={`Your password, ${purpose}`}
        defaultValue=""
        autoComplete="current-password"
        helperText={false}
        fullWidth
        // Keeps the label above the empty field: on a phone it would run below the button that reveals the password.
        slotProps={{ inputLabel: { shrink: true } }}
      />
      {withPasskey ? <PasskeyOrCode /> : withCode && <Code />}
    </div>
  )
}

const Code = ({
  hint = 'From your authenticator app, or a recovery code. Leave empty if you have no second factor.',
}: {
  hint?: string
}) => (
  <TextInput
    source="code"
    label="Code"
    defaultValue=""
    parse={(typed: string) => typed.trim()}
    helperText={hint}
    autoComplete="one-time-code"
    fullWidth
    slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, className: 'mono' } }}
  />
)

/** A passkey response is exchanged for a one-time code, which is sent in the code field. */
function PasskeyOrCode() {
  const provider = useDataProvider<ConsoleDataProvider>()
  const { setValue } = useFormContext<Proof>()
  const { errors } = useFormState<Proof>()
  const { passkeyCode, doneRef, requestPasskey, isPending, error } = useSecondFactorProof({
    calls: {
      startPasskeyAuthentication: () => provider.call('startPasskeyAuthentication'),
      finishPasskeyAuthentication: (input) => provider.call('finishPasskeyAuthentication', input),
    },
    rejected: errors.code?.message,
  })
  useEffect(() => (passkeyCode ? setValue('code', passkeyCode) : undefined), [passkeyCode, setValue])
  if (passkeyCode)
    return (
      <p ref={doneRef} tabIndex={-1} role="status">
        Passkey confirmed.
      </p>
    )
  return (
    <>
      <div>
        <Button loading={isPending} onClick={() => void requestPasskey()}>
          Use a passkey
        </Button>
      </div>
      <p role="alert" className={styles.problem}>
        {error ? sentenceOf(error) : ''}
      </p>
      <Code hint="Instead of a passkey: a code from your authenticator app, or a recovery code." />
    </>
  )
}

export const proofOf = ({ current_password, code }: Proof) => ({ current_password, ...(code && { code }) })
