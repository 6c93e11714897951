import type { DeploymentRow } from '@flagyard/api-types'
import { TextInput } from 'react-admin'
import { actionsOn } from '../../crud/actions/action-table.tsx'

const action = actionsOn<DeploymentRow>()

/** Helper text for the reason of an action on an exam. */
const LEDGER = 'The candidate can read it in their ledger.'

const isWaiting = ({ state }: DeploymentRow) => state === 'queued' || state === 'held'
const isOpen = ({ state }: DeploymentRow) => state === 'held' || state === 'provisioning' || state === 'running'

/** Owner of a deployment, for use within a sentence. */
const ownerOf = ({ kind, username }: DeploymentRow) => (kind === 'canary' ? 'the canary' : username)

/** Actions that the server currently allows for a deployment. Ending an exam's environment starts a replacement. */
export const deploymentActions = ({ kind }: DeploymentRow) => [
  action({
    name: 'retry',
    operation: 'retryDeployment',
    label: 'Retry…',
    title: ({ title, username }) => `Retry “${title}” for ${username}`,
    body: ({ username }) =>
      kind === 'exam' ? (
        <p>
          Builds a new environment for the exam immediately, without using a reset. If the exam is in progress, its
          clock is paused until the environment is ready.
        </p>
      ) : (
        <p>
          Joins the queue near the front, without using a reset. If {username} is away, a free account is reserved for
          ten minutes and they are notified by e-mail.
        </p>
      ),
    input: ({ id }, { reason }) => ({ id, deploymentRetry: { reason } }),
    reason: kind === 'exam' ? { helperText: LEDGER } : true,
    submit: 'Retry',
    success: 'Retry started',
    redirectTo: ({ id }) => id,
    once: true,
  }),
  kind === 'exam' ? replaceAction : endAction,
  action({
    name: 'hold',
    operation: 'holdDeployment',
    label: 'Hold…',
    title: ({ account_id }) => `Hold account${account_id ? ` ${account_id}` : ''}`,
    body: (deployment) => (
      <p>
        {isOpen(deployment) && `The deployment of ${ownerOf(deployment)} ends now, and the credentials stop working. `}
        {isOpen(deployment) && kind === 'exam' && 'The exam’s clock is paused until another environment is ready. '}
        Until the account is released, it is not leased and nothing in it is deleted.
      </p>
    ),
    input: ({ id }, { reason }) => ({ id, deploymentHold: { reason } }),
    reason: true,
    submit: 'Hold account',
    success: (deployment) =>
      isOpen(deployment) ? 'Ending the deployment. Its account will then be on hold' : 'Account on hold',
  }),
]

const replaceAction = action({
  name: 'end',
  operation: 'endDeployment',
  label: 'End…',
  title: ({ title, username }) => `Replace the environment of “${title}” for ${username}`,
  body: ({ username }) => (
    <p>
      The credentials stop working immediately, everything in the account is deleted, and a new environment is built. If{' '}
      {username} is taking the exam, the clock is paused until the new environment is ready. Resets and solved flags are
      not affected.
    </p>
  ),
  input: ({ id }, { reason }) => ({ id, deploymentEnd: { reason } }),
  reason: { helperText: LEDGER },
  submit: 'End and rebuild',
  color: 'error',
  success: 'Ending. A new environment will be built',
})

const endAction = action({
  name: 'end',
  operation: 'endDeployment',
  label: 'End…',
  title: (deployment) =>
    isWaiting(deployment)
      ? `Remove ${ownerOf(deployment)} from the queue`
      : `End “${deployment.title}” of ${ownerOf(deployment)}`,
  body: (deployment) => (
    <p>
      {isWaiting(deployment)
        ? 'The queue position and a reserved account are lost.'
        : 'The credentials stop working immediately, and everything in the account is deleted.'}{' '}
      {deployment.kind === 'canary'
        ? 'The run counts as stopped, not as a failure of the lab.'
        : `Resets and solved flags are not affected. ${deployment.username} is notified by e-mail.`}
    </p>
  ),
  defaults: { message: '' },
  input: ({ id }, { reason, message }) => ({ id, deploymentEnd: { reason, ...(message && { message }) } }),
  reason: { helperText: 'Recorded in the audit log.' },
  after: ({ kind }) =>
    kind !== 'canary' && (
      <TextInput
        source="message"
        label="Message to the learner (optional)"
        parse={(typed: string) => typed}
        helperText="Shown on the lab’s page and in the e-mail"
        fullWidth
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    ),
  submit: (deployment) => (isWaiting(deployment) ? 'Remove' : 'End deployment'),
  color: 'error',
  success: (deployment) => (isWaiting(deployment) ? 'Removed from the queue' : 'Ending the deployment'),
})
