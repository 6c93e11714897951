import type { Cloud } from '@flagyard/api-types'
import { cloudIdFields } from '@flagyard/api-types/cloud-accounts/credentials'
import { useWatch } from 'react-hook-form'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { Columns, Group, Text } from '../../crud/inputs.tsx'
import { CreatePage } from '../../crud/record/CreatePage.tsx'
import { capitalised } from '../../lib/format.ts'
import styles from '../content/content.module.css'
import { CloudGuide, CredentialInputs } from './CloudGuide.tsx'

/** Label and help of the account ID per cloud, and an example region. */
const asked: Record<Cloud, { idLabel: string; idHelp: string; region: string }> = {
  aws: { idLabel: 'Account ID', idHelp: 'Twelve digits', region: 'eu-west-1' },
  azure: {
    idLabel: 'Subscription ID',
    idHelp: 'For example 0b1f6471-1bf0-4dda-aec3-111122223333',
    region: 'westeurope',
  },
  gcp: { idLabel: 'Project ID', idHelp: '6 to 30 characters: a–z, 0–9 and hyphens', region: 'europe-west1' },
}

/** Adds an account to the pool. Its credentials are checked immediately and never shown again. */
export default function CloudAccountCreate({ cloud }: { cloud: Cloud }) {
  const { idLabel, idHelp, region } = asked[cloud]
  const id = cloudIdFields[cloud]
  const [recordLabel] = cloudProviders[cloud].resourceLabel
  return (
    <CreatePage
      maxWidth={860}
      defaultValues={{ [id]: '', name: '', region: '', notes: '', credentials: {} }}
      successMessage={`${capitalised(recordLabel)} added. Checking its credentials`}
      next="edit"
    >
      <Text source={id} label={idLabel} helperText={idHelp} maxLength={64} isRequired autoFocus />
      <Columns>
        <Text source="name" label="Name" helperText="Your team’s name for it" maxLength={120} isRequired />
        <Text source="region" label="Region" helperText={`For example ${region}`} maxLength={40} isRequired />
      </Columns>
      <Group title="Credentials">
        <p className={styles.quiet}>
          Stored encrypted and never shown again. The {recordLabel} joins the pool once the credentials work and it is
          empty. Everything in it is deleted first.
        </p>
        <Guide cloud={cloud} />
        <CredentialInputs cloud={cloud} />
      </Group>
      <Text source="notes" label="Notes" maxLength={5000} multiline minRows={2} />
    </CreatePage>
  )
}

/** The commands include the ID and region typed above. */
function Guide({ cloud }: { cloud: Cloud }) {
  const [id, region] = useWatch({ name: [cloudIdFields[cloud], 'region'] })
  return <CloudGuide cloud={cloud} id={id?.trim() ?? ''} region={region?.trim() ?? ''} />
}
