import type { Cloud } from '@flagyard/api-types'
import { cloudCredentials } from '@flagyard/api-types/cloud-accounts/credentials'
import { PasswordInput, required } from 'react-admin'
import { Text } from '../../crud/inputs.tsx'

/** Credential fields of a cloud, all required. Their values are never shown again. */
export const CredentialInputs = ({ cloud }: { cloud: Cloud }) =>
  cloudCredentials[cloud].map(({ name, label, isSecret }) =>
    isSecret ? (
      <PasswordInput
        key={name}
        source={`credentials.${name}`}
        label={label}
        validate={required('Fill this in')}
        helperText={false}
        fullWidth
        slotProps={{ htmlInput: { maxLength: 20_000, autoComplete: 'new-password' } }}
      />
    ) : (
      <Text
        key={name}
        source={`credentials.${name}`}
        label={label}
        maxLength={200}
        isRequired
        fullWidth
        autoComplete="off"
      />
    ),
  )
