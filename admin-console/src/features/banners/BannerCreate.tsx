import { CreatePage } from '../../crud/record/CreatePage.tsx'
import { BannerInputs, PreviewButton } from './BannerInputs.tsx'

const noBanner = { content: '', link: null, active: true, position: 0, shows_from: null, shows_until: null }

const BannerCreate = () => (
  <CreatePage defaultValues={noBanner} successMessage="Banner saved" actions={<PreviewButton />}>
    <BannerInputs />
  </CreatePage>
)

export default BannerCreate
