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
  { id: 'support', name: 'Support: learners and their entitlements' },
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
    label: 'Send activation link',
    input: ({ username }) => ({ username }),
    success: ({ username }) => `Link sent to ${username}`,
  }),
  action({
    name: 'send_password_reset',
    operation: 'sendPasswordReset',
    label: 'Send password link',
    input: ({ username }) => ({ username }),
    success: ({ username }) => `Link sent to ${username}`,
  }),
  // Rights give access to other people's data, so the administrator must confirm their own identity.
  action({
    name: 'change_rights',
    verb: 'update',
    fields: ['roles', 'capabilities'],
    label: 'Rights…',
    title: ({ username }) => `Rights of ${username}`,
    body: (
      <>
        <BooleanInput source="admin" label="Administrator: can read content and figures" helperText={false} />
        <CheckboxGroupInput
          source="capabilities"
          label="Capabilities"
          choices={capabilities}
          row={false}
          helperText={false}
        />
        <p>Enter your password to change rights.</p>
        <ProofFields purpose="to change rights" />
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
    submit: 'Save rights',
    success: 'Rights saved',
  }),
  action({
    name: 'enable',
    verb: 'update',
    fields: ['disabled'],
    label: 'Enable',
    input: () => ({ disabled: false }),
    success: 'Account enabled',
  }),
  action({
    name: 'disable',
    verb: 'update',
    fields: ['disabled'],
    label: 'Disable…',
    title: ({ username }) => `Disable ${username}`,
    body: ({ labs }) => (
      <>
        <p>The account is signed out immediately and cannot sign in until you enable it again. No data is deleted.</p>
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
    submit: 'Disable account',
    color: 'error',
    success: 'Account disabled and signed out',
  }),
  freezeAction,
  ...deletionActions,
]

/** This could be used to take over an account, so it needs a reason and is confirmed by e-mail to the new address. */
export const emailAction = action({
  name: 'change_email',
  verb: 'update',
  fields: ['email'],
  label: 'Change e-mail address…',
  size: 'small',
  title: ({ username }) => `Change e-mail address of ${username}`,
  body: ({ activated_at, email }) => (
    <>
      <p>
        {activated_at
          ? `A confirmation link is sent to the new address, and ${email} is notified. The account keeps the old address until the new one is confirmed.`
          : 'This account was never activated, so the address changes immediately. Send the activation link afterwards.'}
      </p>
      <TextInput
        source="email"
        label="New address"
        type="email"
        defaultValue=""
        validate={required('Enter an e-mail address')}
        helperText={false}
        fullWidth
      />
    </>
  ),
  defaults: { email: '' },
  input: (_, { email, reason }) => ({ email, reason }),
  reason: true,
  submit: 'Change address',
  success: ({ activated_at }) =>
    activated_at ? 'Confirmation link sent to the new address' : 'E-mail address changed',
})
