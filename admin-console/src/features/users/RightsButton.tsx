import type { Capability, UserRecord } from '@flagyard/api-types'
import { BooleanInput, CheckboxGroupInput } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import { type Proof, ProofFields, proofOf } from '../auth/ProofFields.tsx'

const choices: { id: Capability; name: string }[] = [
  { id: 'owner', name: 'Owner: roles, capabilities, settings' },
  { id: 'support', name: 'Support: learners and what they hold' },
  { id: 'content', name: 'Content: courses, labs, exams, forms' },
  { id: 'finance', name: 'Finance: orders, refunds, vouchers' },
  { id: 'cloud', name: 'Cloud: accounts and deployments' },
]

interface Rights extends Proof {
  admin: boolean
  capabilities: Capability[]
}

/** Changes role and capabilities. They give access to other people's data, so the administrator must confirm their own identity. */
export function RightsButton({ user }: { user: UserRecord }) {
  if (!user.allowed.includes('change_rights')) return null
  return (
    <ActionButton
      operation="updateUser"
      fields={FIELDS}
      label="Rights…"
      title={`The rights of ${user.username}`}
      call={(provider, { admin, capabilities, ...proof }: Rights) =>
        provider.update('users', {
          id: user.id,
          data: {
            ...user,
            roles: admin ? ['user', 'admin'] : ['user'],
            capabilities: admin ? capabilities : [],
            ...proofOf(proof),
          },
          previousData: user,
        })
      }
      successMessage="Rights changed; they act from the next call on"
      submitLabel="Save the rights"
      cancelLabel="Leave them"
      defaultValues={{
        admin: user.roles.includes('admin'),
        capabilities: user.capabilities,
        current_password: '',
        code: '',
      }}
    >
      <BooleanInput source="admin" label="Administrator: may read content and counts" helperText={false} />
      <CheckboxGroupInput
        source="capabilities"
        label="Capabilities of an administrator"
        choices={choices}
        row={false}
        helperText={false}
      />
      <p>Rights open what others keep here, so show that it is you.</p>
      <ProofFields purpose="to give rights" />
    </ActionButton>
  )
}

const FIELDS = ['roles', 'capabilities']
