import type { DeploymentRecord, DeploymentRow } from '@flagyard/api-types'
import type { ButtonProps } from '@mui/material'
import { TextInput, useRedirect } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'

interface Props {
  deployment: DeploymentRow
  size?: ButtonProps['size']
}

/** Actions that the server currently allows for a deployment. */
export const DeploymentActions = (props: Props) => {
  const { allowed } = props.deployment
  return (
    <>
      {allowed.includes('retry') && <RetryButton {...props} />}
      {allowed.includes('end') && <EndButton {...props} />}
      {allowed.includes('hold') && <HoldButton {...props} />}
    </>
  )
}

interface Typed {
  reason: string
}

function RetryButton({ deployment: { id, username, title, kind }, size }: Props) {
  const redirect = useRedirect()
  return (
    <ActionButton<Typed, DeploymentRecord>
      operation="retryDeployment"
      size={size}
      label="Try again…"
      title={`Try “${title}” again for ${username}`}
      call={(provider, { reason }) =>
        provider.call('retryDeployment', { id, deploymentRetry: { reason } }, { idempotencyKey: crypto.randomUUID() })
      }
      onSuccess={(made) => redirect('edit', 'deployments', made.id)}
      successMessage="It is tried again"
      submitLabel="Try it again"
      defaultValues={{ reason: '' }}
    >
      {kind === 'exam' ? (
        <>
          <p>
            Another environment is built for the exam, at once and at no reset. The clock of an exam that is being sat
            stands until it runs, and goes on by itself.
          </p>
          <ReasonInput helperText={LEDGER} />
        </>
      ) : (
        <>
          <p>
            It joins the queue near the front and costs no reset. Unless {username} looks on, an account is held for ten
            minutes when one is free, and they claim it. A mail tells them.
          </p>
          <ReasonInput />
        </>
      )}
    </ActionButton>
  )
}

/** Helper text for the reason of an action on an exam. */
const LEDGER = 'The candidate reads it in the record of their time.'

const waiting = (state: DeploymentRow['state']) => state === 'queued' || state === 'held'

const EndButton = (props: Props) =>
  props.deployment.kind === 'exam' ? <ReplaceButton {...props} /> : <EndLabButton {...props} />

/** Ending an exam's environment starts a replacement, so that the candidate can continue. */
const ReplaceButton = ({ deployment: { id, username, title }, size }: Props) => (
  <ActionButton<Typed, DeploymentRecord>
    operation="endDeployment"
    size={size}
    label="End…"
    title={`End the environment of “${title}” of ${username}`}
    call={(provider, { reason }) => provider.call('endDeployment', { id, deploymentEnd: { reason } })}
    successMessage="It ends, and another one is being built"
    submitLabel="End it and build another"
    cancelLabel="Leave it"
    color="error"
    defaultValues={{ reason: '' }}
  >
    <p>
      Its credentials stop working at once, everything in the account is deleted, and another environment is built. If{' '}
      {username} is sitting the exam, the clock stands from now until that one runs. It costs no reset, and solved flags
      stay.
    </p>
    <ReasonInput helperText={LEDGER} />
  </ActionButton>
)

/** Owner of a deployment, for use within a sentence. */
const ownerOf = ({ kind, username }: DeploymentRow) => (kind === 'canary' ? 'the canary' : username)

function EndLabButton({ deployment, size }: Props) {
  const { id, kind, title, state } = deployment
  const owner = ownerOf(deployment)
  return (
    <ActionButton<Typed & { message: string }, DeploymentRecord>
      operation="endDeployment"
      size={size}
      label="End…"
      title={waiting(state) ? `Take ${owner} out of the queue` : `End “${title}” of ${owner}`}
      call={(provider, { reason, message }) =>
        provider.call('endDeployment', { id, deploymentEnd: { reason, ...(message && { message }) } })
      }
      successMessage={waiting(state) ? 'Taken out of the queue' : 'It ends'}
      submitLabel={waiting(state) ? 'Take them out' : 'End it'}
      cancelLabel="Leave it"
      color="error"
      defaultValues={{ reason: '', message: '' }}
    >
      <p>
        {waiting(state)
          ? 'The place is given up, and with it an account that is held.'
          : 'Its credentials stop working at once, and everything in the account is deleted.'}{' '}
        {kind === 'canary'
          ? 'It says nothing about the lab: the run counts as stopped.'
          : `It costs no reset, solved flags stay, and a mail tells ${owner}.`}
      </p>
      <ReasonInput helperText="It is kept in the audit." />
      {kind !== 'canary' && (
        <TextInput
          source="message"
          label="What they read of it (optional)"
          parse={(typed: string) => typed}
          helperText="On the page of the lab and in the mail."
          fullWidth
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
    </ActionButton>
  )
}

function HoldButton({ deployment, size }: Props) {
  const { id, kind, state, account_id } = deployment
  const isOpen = state === 'held' || state === 'provisioning' || state === 'running'
  return (
    <ActionButton<Typed, DeploymentRecord>
      operation="holdDeployment"
      size={size}
      label="Hold…"
      title={`Hold the account${account_id ? ` ${account_id}` : ''} as it is`}
      call={(provider, { reason }) => provider.call('holdDeployment', { id, deploymentHold: { reason } })}
      successMessage={isOpen ? 'It ends; then its account is held' : 'Its account is held'}
      submitLabel="Hold the account"
      cancelLabel="Leave it"
      defaultValues={{ reason: '' }}
    >
      <p>
        {isOpen && `What ${ownerOf(deployment)} does in it ends now, and the credentials stop working. `}
        {isOpen && kind === 'exam' && 'The clock of the exam stands until another environment runs. '}
        Nobody gets the account, and nothing in it is deleted, until it is released.
      </p>
      <ReasonInput />
    </ActionButton>
  )
}
