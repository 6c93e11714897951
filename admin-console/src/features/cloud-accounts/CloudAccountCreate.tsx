import type { Cloud } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { PasswordInput, required } from 'react-admin'
import { CreateForm } from '../../crud/CreateForm.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import styles from '../content/content.module.css'
import { Columns, Group } from '../content/Group.tsx'
import { Text } from '../content/inputs.tsx'
import { cloudProviders } from './providers.ts'

interface Credential {
  /** The variable of the environment by which Terraform and the cleaners of the cloud read it. */
  name: string
  label: string
  isSecret?: boolean
}

/** What each cloud asks of who works in an account. */
const asked: Record<Cloud, { id: string; idLabel: string; idHelp: string; region: string; credentials: Credential[] }> =
  {
    aws: {
      id: 'account_id',
      idLabel: 'Account id',
      idHelp: 'Twelve digits',
      region: 'eu-west-1',
      credentials: [
        { name: 'AWS_ACCESS_KEY_ID', label: 'Access key id' },
        { name: 'AWS_SECRET_ACCESS_KEY', label: 'Secret access key', isSecret: true },
      ],
    },
    azure: {
      id: 'subscription_id',
      idLabel: 'Subscription id',
      idHelp: 'Such as 0b1f6471-1bf0-4dda-aec3-111122223333',
      region: 'westeurope',
      credentials: [
        { name: 'ARM_TENANT_ID', label: 'Tenant id' },
        { name: 'ARM_CLIENT_ID', label: 'Client id' },
        { name: 'ARM_CLIENT_SECRET', label: 'Client secret', isSecret: true },
      ],
    },
    gcp: {
      id: 'project_id',
      idLabel: 'Project id',
      idHelp: '6 to 30 of a–z, 0–9 and dashes',
      region: 'europe-west1',
      credentials: [{ name: 'GOOGLE_CREDENTIALS', label: 'Key of a service account (JSON)', isSecret: true }],
    },
  }

/** Adds an account to the pool. Its credentials are tried at once, and are shown to nobody again. */
export default function CloudAccountCreate({ cloud }: { cloud: Cloud }) {
  const { resource, title, resourceLabel } = cloudProviders[cloud]
  const { id, idLabel, idHelp, region, credentials } = asked[cloud]
  const [recordLabel] = resourceLabel
  return (
    <>
      <ScreenHeader title={`New ${recordLabel}`} back={{ to: `${consolePaths.home}/${resource}`, label: title }} />
      <div className={styles.card}>
        <CreateForm
          recordLabel={recordLabel}
          defaultValues={{ [id]: '', name: '', region: '', notes: '', credentials: {} }}
          successMessage={`The ${recordLabel} is added. Its credentials are being tried.`}
          next="edit"
        >
          <Text source={id} label={idLabel} helperText={idHelp} maxLength={64} isRequired autoFocus />
          <Columns>
            <Text source="name" label="Name" helperText="What your team calls it" maxLength={120} isRequired />
            <Text source="region" label="Region" helperText={`Such as ${region}`} maxLength={40} isRequired />
          </Columns>
          <Group title="Credentials">
            <p className={styles.quiet}>
              They are kept encrypted and never shown again. The {recordLabel} joins the pool once they work and it is
              empty; what is in it is deleted first, when you ask for it.
            </p>
            {credentials.map(({ name, label, isSecret }) =>
              isSecret ? (
                <PasswordInput
                  key={name}
                  source={`credentials.${name}`}
                  label={label}
                  validate={required('Fill this in')}
                  helperText={false}
                  slotProps={{ htmlInput: { maxLength: 20_000, autoComplete: 'new-password' } }}
                />
              ) : (
                <Text
                  key={name}
                  source={`credentials.${name}`}
                  label={label}
                  maxLength={200}
                  isRequired
                  autoComplete="off"
                />
              ),
            )}
          </Group>
          <Text source="notes" label="Notes" maxLength={5000} multiline minRows={2} />
        </CreateForm>
      </div>
    </>
  )
}
