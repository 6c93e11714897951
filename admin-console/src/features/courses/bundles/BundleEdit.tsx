import type { BundleRecord } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { FunctionField, SimpleShowLayout, TextField, useRecordContext } from 'react-admin'
import { EditForm } from '../../../crud/EditForm.tsx'
import { Text } from '../../../crud/inputs.tsx'
import { formatPrice } from '../../../lib/format.ts'
import { ContentPage } from '../../content/ContentPage.tsx'
import { BundleInputs, bundleLabels } from './BundleInputs.tsx'

const tabs = [{ path: 'history', label: 'History', Panel: lazyScreen(() => import('./BundleHistory.tsx')) }]

const BundleEdit = () => (
  <ContentPage<BundleRecord> recordLabel="bundle" about={(bundle) => formatPrice(bundle.price)} tabs={tabs}>
    <Form />
  </ContentPage>
)

export default BundleEdit

function Form() {
  const bundle = useRecordContext<BundleRecord>()
  if (!bundle?.allowed.includes('update')) return <Reading />
  return (
    <EditForm<BundleRecord> recordLabel="bundle" labels={bundleLabels} successMessage="The bundle is saved">
      <Text source="title" label={bundleLabels.title} maxLength={200} isRequired />
      <BundleInputs />
    </EditForm>
  )
}

/** Read-only view for administrators who cannot edit content. */
const Reading = () => (
  <SimpleShowLayout>
    <TextField source="description" label="Description" emptyText="none" />
    <FunctionField<BundleRecord> label="Courses" render={({ courses }) => courses.join(', ') || 'none'} />
  </SimpleShowLayout>
)
