import { consolePaths } from '@flagyard/api-types/links'
import { CreateForm } from '../../crud/EditForm.tsx'
import { ScreenHeader } from '../../crud/RecordPage.tsx'
import { OrganisationInputs } from './OrganisationInputs.tsx'
import styles from './organisations.module.css'

const none = {
  ...{ name: '', kind: 'business', country: null, tax_id: null, address: null, reference: null, invoice_email: null },
}

const OrganisationCreate = () => (
  <>
    <ScreenHeader
      title="New organisation"
      back={{ to: consolePaths.listOrganisations, label: 'Organisations' }}
      about="Nobody manages it until you invite somebody."
    />
    <div className={styles.card}>
      <CreateForm recordLabel="organisation" defaultValues={none} successMessage="The organisation is added">
        <OrganisationInputs />
      </CreateForm>
    </div>
  </>
)

export default OrganisationCreate
