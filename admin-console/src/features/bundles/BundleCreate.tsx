import { consolePaths } from '@flagyard/api-types/links'
import { useRedirect } from 'react-admin'
import { CreateForm } from '../../crud/CreateForm.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import styles from '../content/content.module.css'
import { Text } from '../content/inputs.tsx'
import { BundleInputs } from './BundleInputs.tsx'

const newBundle = { slug: '', title: '', description: '', price: { amount: 0, currency: 'EUR' }, courses: [] }

function BundleCreate() {
  const redirect = useRedirect()
  return (
    <>
      <ScreenHeader title="New bundle" back={{ to: consolePaths.listBundlesForAdmin, label: 'Bundles' }} />
      <div className={styles.card}>
        <CreateForm
          recordLabel="bundle"
          defaultValues={newBundle}
          successMessage="The bundle is added as a draft"
          onCreated={(id) => redirect('edit', 'bundles', id)}
        >
          <Text
            source="slug"
            label="Slug"
            maxLength={64}
            isRequired
            helperText="Its address for ever: a–z, 0–9 and dashes"
          />
          <BundleInputs />
        </CreateForm>
      </div>
    </>
  )
}

export default BundleCreate
