import type { CloudAccount } from '@flagyard/api-types'
import { SimpleShowLayout, TextField } from 'react-admin'
import { EditForm } from '../../crud/EditForm.tsx'
import { Text } from '../../crud/inputs.tsx'
import styles from './CloudAccountShow.module.css'

/** Properties edited by administrators: name, region and notes. */
export const AccountCard = ({ account }: { account: CloudAccount }) => (
  <section className={styles.card} aria-label="Account">
    <h2 className={styles.title}>Account</h2>
    {account.allowed.includes('update') ? (
      <EditForm<CloudAccount>
        recordLabel="account"
        labels={{ name: 'Name', region: 'Region', notes: 'Notes' }}
        transform={onlyTyped}
        successMessage="The account is saved"
      >
        <Text source="name" label="Name" maxLength={120} isRequired />
        <Text source="region" label="Region" maxLength={40} isRequired />
        <Text source="notes" label="Notes" maxLength={5000} multiline minRows={2} />
      </EditForm>
    ) : (
      <SimpleShowLayout>
        <TextField source="name" label="Name" />
        <TextField source="region" label="Region" />
        <TextField source="notes" label="Notes" emptyText="none" />
      </SimpleShowLayout>
    )}
  </section>
)

/** Sends only the edited fields, because the account's state may change during the edit. */
const onlyTyped = ({ name, region, notes }: CloudAccount) => ({ name, region, notes })
