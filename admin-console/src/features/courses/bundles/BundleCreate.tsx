import { CreatePage } from '../../content/CreatePage.tsx'
import { BundleInputs } from './BundleInputs.tsx'

const newBundle = { description: '', price: { amount: 0, currency: 'EUR' }, courses: [] }

const BundleCreate = () => (
  <CreatePage defaultValues={newBundle}>
    <BundleInputs />
  </CreatePage>
)

export default BundleCreate
