import type { UserRecord } from '@flagyard/api-types'
import { NumberInput, required, TextInput } from 'react-admin'
import { EditForm } from '../../crud/EditForm.tsx'
import styles from './UserShow.module.css'

const labels = {
  full_name: 'Name',
  // Changed beside this form; somebody else's change of it is told here.
  email: 'E-mail',
  company: 'Company',
  country: 'Country',
  accommodation: 'Extra exam time',
} as const

export const UserForm = () => (
  <EditForm<UserRecord> recordLabel="account" labels={labels} successMessage="Saved">
    <TextInput source="full_name" label={labels.full_name} validate={required('Enter a name')} />
    <div className={styles.pair}>
      <TextInput source="company" label={labels.company} />
      <TextInput
        source="country"
        label={labels.country}
        helperText="Two letters"
        parse={(typed: string) => typed.trim().toUpperCase() || null}
        slotProps={{ htmlInput: { maxLength: 2 } }}
      />
    </div>
    <NumberInput
      source="accommodation"
      label={labels.accommodation}
      helperText="In percent of the exam’s duration"
      min={0}
      max={200}
      validate={required('Enter a number, 0 for none')}
    />
  </EditForm>
)
