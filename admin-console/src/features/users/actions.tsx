import type { Capability, UserRecord } from '@flagyard/api-types'
import { BooleanInput, CheckboxGroupInput, required, TextInput } from 'react-admin'
import { actionsOn } from '../../crud/actions/action-table.tsx'
import { EndLabsInput, hasLabs } from '../../crud/inputs.tsx'
import { freezeAction } from '../account-freezes/freeze-action.tsx'
import { impersonateAction } from '../auth/impersonate-action.tsx'
import { ProofFields, proofOf } from '../auth/ProofFields.tsx'
import { deletionActions } from '../privacy/actions.tsx'

const action = actionsOn<UserRecord>()

const capabilities: { id: Capability; name: string }[] = [
  { id: 'owner', name: 'Owner: roles, capabilities, settings' },
  { id: 'support', name: 'Support: learners and what they hold' },
  { id: 'content', name: 'Content: courses, labs, exams, forms' },
  { id: 'finance', name: 'Finance: orders, refunds, vouchers' },
  { id: 'cloud', name: 'Cloud: accounts and deployments' },
]

/** Actions on an account, in the header of its page. */
export const userActions = [
  impersonateAction,
  action({
    name: 'resend_activation',
    operation: 'resendActivationForUser',
    label: 'Send the activation link',
    input: ({ username }) => ({ username }),
    success: ({ username }) => `A link is on its way to ${username}`,
  }),
  action({
    name: 'send_password_reset',
    operation: 'sendPasswordReset',
    label: 'Send a password link',
    input: ({ username }) => ({ username }),
    success: ({ username }) => `A link is on its way to ${username}`,
  }),
  // Rights give access to other people's data, so the administrator must confirm their own identity.
  action({
    name: 'change_rights',
    verb: 'update',
    fields: ['roles', 'capabilities'],
    label: 'Rights…',
    title: ({ username }) => `The rights of ${username}`,
    body: (
      <>
        <BooleanInput source="admin" label="Administrator: may read content and counts" helperText={false} />
        <CheckboxGroupInput
          source="capabilities"
          label="Capabilities of an administrator"
          choices={capabilities}
          row={false}
          helperText={false}
        />
        <p>Rights open what others keep here, so show that it is you.</p>
        <ProofFields purpose="to give rights" />
      </>
    ),
    defaults: ({ roles, capabilities }) => ({
      admin: roles.includes('admin'),
      capabilities,
      current_password: '',
      code: '',
    }),
    input: (_, { admin, capabilities, ...proof }) => ({
      roles: admin ? ['user', 'admin'] : ['user'],
      capabilities: admin ? capabilities : [],
      ...proofOf(proof),
    }),
    submit: 'Save the rights',
    cancel: 'Leave them',
    success: 'Rights changed; they act from the next call on',
  }),
  action({
    name: 'enable',
    verb: 'update',
    fields: ['disabled'],
    label: 'Enable',
    input: () => ({ disabled: false }),
    success: 'Enabled again',
  }),
  action({
    name: 'disable',
    verb: 'update',
    fields: ['disabled'],
    label: 'Disable…',
    title: ({ username }) => `Disable ${username}`,
    body: ({ labs }) => (
      <>
        <p>The account is signed out at once and cannot sign in again until you enable it. Nothing in it is deleted.</p>
        {hasLabs(labs) && <EndLabsInput labs={labs} whose="its" />}
      </>
    ),
    defaults: { end_deployments: true },
    input: ({ labs }, { reason, end_deployments }) => ({
      disabled: true,
      reason,
      ...(hasLabs(labs) && { end_deployments }),
    }),
    reason: true,
    submit: 'Disable the account',
    cancel: 'Keep it',
    color: 'error',
    success: 'Disabled and signed out',
  }),
  freezeAction,
  ...deletionActions,
]

/** This could be used to take over an account, so it needs a reason and is confirmed by e-mail to the new address. */
export const emailAction = action({
  name: 'change_email',
  verb: 'update',
  fields: ['email'],
  label: 'Change the address…',
  size: 'small',
  title: ({ username }) => `Another e-mail address for ${username}`,
  body: ({ activated_at, email }) => (
    <>
      <p>
        {activated_at
          ? `The new address gets a link that confirms it, and the account keeps ${email} until then. ${email} is told at once.`
          : 'This account was never activated: the address changes at once. Send the activation link afterwards.'}
      </p>
      <TextInput
        source="email"
        label="New address"
        type="email"
        defaultValue=""
        validate={required('Enter an address')}
        helperText={false}
        fullWidth
      />
    </>
  ),
  defaults: { email: '' },
  input: (_, { email, reason }) => ({ email, reason }),
  reason: true,
  submit: 'Change the address',
  success: ({ activated_at }) =>
    activated_at ? 'The new address has been asked to confirm' : 'The address is changed',
})
