import { consolePaths } from '@flagyard/api-types/links'
import { CreateForm } from '../../crud/EditForm.tsx'
import { ScreenHeader } from '../../crud/RecordPage.tsx'
import styles from './BannerInputs.module.css'
import { BannerInputs, PreviewButton } from './BannerInputs.tsx'

const noBanner = { content: '', link: null, active: true, position: 0, shows_from: null, shows_until: null }

const BannerCreate = () => (
  <>
    <ScreenHeader title="New banner" back={{ to: consolePaths.listBannersForAdmin, label: 'Banners' }} />
    <div className={styles.card}>
      <CreateForm defaultValues={noBanner} successMessage="The banner is saved" actions={<PreviewButton />}>
        <BannerInputs />
      </CreateForm>
    </div>
  </>
)

export default BannerCreate
