import type { CloudAccount } from '@flagyard/api-types'
import { SimpleShowLayout, TextField } from 'react-admin'
import { EditForm } from '../../crud/EditForm.tsx'
import { Text } from '../../crud/inputs.tsx'
import styles from './CloudAccountShow.module.css'

/** What administrators say of an account: its name, its region, and what the next one should know. */
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

/** The account moves on while somebody types: what else changed of it is not sent back. */
const onlyTyped = ({ name, region, notes }: CloudAccount) => ({ name, region, notes })
