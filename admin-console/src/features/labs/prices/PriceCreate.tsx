import { consolePaths } from '@flagyard/api-types/links'
import { required, SelectInput, TextInput } from 'react-admin'
import { CreateForm } from '../../../crud/EditForm.tsx'
import { ScreenHeader } from '../../../crud/RecordPage.tsx'
import { choicesOf, cloudNames } from '../../../lib/format.ts'
import { HourlyInput } from './HourlyInput.tsx'
import styles from './Price.module.css'

const noPrice = { cloud: 'aws', type: '', region: '*', hourly_micros: null }

const PriceCreate = () => (
  <>
    <ScreenHeader title="New price" back={{ to: consolePaths.listResourcePrices, label: 'Prices of resources' }} />
    <div className={styles.card}>
      <CreateForm recordLabel="price" defaultValues={noPrice} successMessage="The price is saved">
        <SelectInput source="cloud" label="Cloud" choices={choicesOf(cloudNames)} helperText={false} validate={[]} />
        <TextInput
          source="type"
          label="Type"
          helperText="The provider’s name, such as aws_instance"
          validate={required('Say which type it is')}
          fullWidth
        />
        <TextInput
          source="region"
          label="Region"
          helperText="* for all that have no price of their own"
          validate={required('Say where it holds')}
          fullWidth
        />
        <HourlyInput />
      </CreateForm>
    </div>
  </>
)

export default PriceCreate
