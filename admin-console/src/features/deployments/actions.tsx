import type { DeploymentRow } from '@flagyard/api-types'
import { TextInput } from 'react-admin'
import { actionsOn } from '../../crud/actions/action-table.tsx'

const action = actionsOn<DeploymentRow>()

/** Helper text for the reason of an action on an exam. */
const LEDGER = 'The candidate reads it in the record of their time.'

const isWaiting = ({ state }: DeploymentRow) => state === 'queued' || state === 'held'
const isOpen = ({ state }: DeploymentRow) => state === 'held' || state === 'provisioning' || state === 'running'

/** Owner of a deployment, for use within a sentence. */
const ownerOf = ({ kind, username }: DeploymentRow) => (kind === 'canary' ? 'the canary' : username)

/** Actions that the server currently allows for a deployment. Ending an exam's environment starts a replacement. */
export const deploymentActions = ({ kind }: DeploymentRow) => [
  action({
    name: 'retry',
    operation: 'retryDeployment',
    label: 'Try again…',
    title: ({ title, username }) => `Try “${title}” again for ${username}`,
    body: ({ username }) =>
      kind === 'exam' ? (
        <p>
          Another environment is built for the exam, at once and at no reset. The clock of an exam that is being sat
          stands until it runs, and goes on by itself.
        </p>
      ) : (
        <p>
          It joins the queue near the front and costs no reset. Unless {username} looks on, an account is held for ten
          minutes when one is free, and they claim it. A mail tells them.
        </p>
      ),
    input: ({ id }, { reason }) => ({ id, deploymentRetry: { reason } }),
    reason: kind === 'exam' ? { helperText: LEDGER } : true,
    submit: 'Try it again',
    success: 'It is tried again',
    opens: ({ id }) => id,
    once: true,
  }),
  kind === 'exam' ? replaceAction : endAction,
  action({
    name: 'hold',
    operation: 'holdDeployment',
    label: 'Hold…',
    title: ({ account_id }) => `Hold the account${account_id ? ` ${account_id}` : ''} as it is`,
    body: (deployment) => (
      <p>
        {isOpen(deployment) && `What ${ownerOf(deployment)} does in it ends now, and the credentials stop working. `}
        {isOpen(deployment) && kind === 'exam' && 'The clock of the exam stands until another environment runs. '}
        Nobody gets the account, and nothing in it is deleted, until it is released.
      </p>
    ),
    input: ({ id }, { reason }) => ({ id, deploymentHold: { reason } }),
    reason: true,
    submit: 'Hold the account',
    cancel: 'Leave it',
    success: (deployment) => (isOpen(deployment) ? 'It ends; then its account is held' : 'Its account is held'),
  }),
]

const replaceAction = action({
  name: 'end',
  operation: 'endDeployment',
  label: 'End…',
  title: ({ title, username }) => `End the environment of “${title}” of ${username}`,
  body: ({ username }) => (
    <p>
      Its credentials stop working at once, everything in the account is deleted, and another environment is built. If{' '}
      {username} is sitting the exam, the clock stands from now until that one runs. It costs no reset, and solved flags
      stay.
    </p>
  ),
  input: ({ id }, { reason }) => ({ id, deploymentEnd: { reason } }),
  reason: { helperText: LEDGER },
  submit: 'End it and build another',
  cancel: 'Leave it',
  color: 'error',
  success: 'It ends, and another one is being built',
})

const endAction = action({
  name: 'end',
  operation: 'endDeployment',
  label: 'End…',
  title: (deployment) =>
    isWaiting(deployment)
      ? `Take ${ownerOf(deployment)} out of the queue`
      : `End “${deployment.title}” of ${ownerOf(deployment)}`,
  body: (deployment) => (
    <p>
      {isWaiting(deployment)
        ? 'The place is given up, and with it an account that is held.'
        : 'Its credentials stop working at once, and everything in the account is deleted.'}{' '}
      {deployment.kind === 'canary'
        ? 'It says nothing about the lab: the run counts as stopped.'
        : `It costs no reset, solved flags stay, and a mail tells ${deployment.username}.`}
    </p>
  ),
  defaults: { message: '' },
  input: ({ id }, { reason, message }) => ({ id, deploymentEnd: { reason, ...(message && { message }) } }),
  reason: { helperText: 'It is kept in the audit.' },
  after: ({ kind }) =>
    kind !== 'canary' && (
      <TextInput
        source="message"
        label="What they read of it (optional)"
        parse={(typed: string) => typed}
        helperText="On the page of the lab and in the mail."
        fullWidth
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    ),
  submit: (deployment) => (isWaiting(deployment) ? 'Take them out' : 'End it'),
  cancel: 'Leave it',
  color: 'error',
  success: (deployment) => (isWaiting(deployment) ? 'Taken out of the queue' : 'It ends'),
})
