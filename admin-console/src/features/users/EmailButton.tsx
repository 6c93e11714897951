import type { UserRecord } from '@flagyard/api-types'
import { required, TextInput } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'

/** Changes an account's address. This could be used to take over the account, so it needs a reason and is confirmed by e-mail to the new address. */
export function EmailButton({ user }: { user: UserRecord }) {
  if (!user.allowed.includes('change_email')) return null
  return (
    <ActionButton
      operation="updateUser"
      fields={FIELDS}
      label="Change the address…"
      size="small"
      title={`Another e-mail address for ${user.username}`}
      call={(provider, fields: { email: string; reason: string }) =>
        provider.update('users', { id: user.id, data: { ...user, ...fields }, previousData: user })
      }
      successMessage={user.activated_at ? 'The new address has been asked to confirm' : 'The address is changed'}
      submitLabel="Change the address"
    >
      <p>
        {user.activated_at
          ? `The new address gets a link that confirms it, and the account keeps ${user.email} until then. ${user.email} is told at once.`
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
      <ReasonInput />
    </ActionButton>
  )
}

const FIELDS = ['email']
