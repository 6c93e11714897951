import type { LabRecord } from '@flagyard/api-types'
import { useState } from 'react'
import { PasswordInput, useEditContext } from 'react-admin'
import { OperationButton } from '../../crud/actions.tsx'
import { useCallMutation } from '../../crud/calls.tsx'
import { CopyButton } from '../../crud/links.tsx'
import styles from '../content/content.module.css'

/** Secret of a static flag. The stored secret is revealed on demand, which is recorded in the audit log. */
export function SecretInput({ id }: { id: string | undefined }) {
  const facts = useEditContext<LabRecord>().record?.flag_facts?.find((flag) => flag.id === id)
  const [secret, setSecret] = useState<string | null>(null)
  const { send, isPending } = useCallMutation((provider) => provider.call('revealFlagSecret', { id: id ?? '' }), {
    onSuccess: (answer) => setSecret(answer.secret),
    // Nothing changed, so the page need not refresh.
    isGone: true,
  })
  const isStored = facts?.has_secret === true
  return (
    <div className={styles.secret}>
      <PasswordInput
        source="secret"
        label={isStored ? 'Another secret' : 'Secret'}
        helperText={isStored ? 'Left empty, the stored one stays' : 'What solves the flag'}
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'new-password' } }}
      />
      {isStored &&
        (secret === null ? (
          <div>
            <OperationButton operation="revealFlagSecret" size="small" loading={isPending} onClick={() => void send()}>
              Show the stored secret
            </OperationButton>
          </div>
        ) : (
          <p role="status" data-sentry-block>
            <span className="mono">{secret}</span> <CopyButton text={secret} label="Copy the secret" />
          </p>
        ))}
    </div>
  )
}
