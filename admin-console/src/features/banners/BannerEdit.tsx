import type { BannerRecord } from '@flagyard/api-types'
import { FunctionField, SimpleShowLayout, TextField } from 'react-admin'
import { EditForm } from '../../crud/EditForm.tsx'
import { RecordPage } from '../../crud/RecordPage.tsx'
import { AuditButton } from '../audit/AuditButton.tsx'
import styles from './BannerInputs.module.css'
import { BannerInputs, bannerLabels } from './BannerInputs.tsx'
import { BannerStateChip } from './BannerStateChip.tsx'
import { PreviewButton } from './PreviewButton.tsx'
import { plainText } from './plainText.ts'
import { RemoveButton } from './RemoveButton.tsx'
import { RestoreButton } from './RestoreButton.tsx'
import { scheduleOf } from './schedule.ts'

const BannerEdit = () => (
  <RecordPage<BannerRecord>
    recordLabel="banner"
    title={(banner) => titleOf(plainText(banner))}
    about={(banner) => <BannerStateChip state={banner.state} />}
    actions={(banner) => (
      <>
        <AuditButton type="banner" id={banner.id} />
        {banner.allowed.includes('restore') && <RestoreButton id={banner.id} />}
      </>
    )}
  >
    {(banner) => (
      <div className={styles.card}>
        {banner.allowed.includes('update') ? <Editing banner={banner} /> : <Reading banner={banner} />}
      </div>
    )}
  </RecordPage>
)

export default BannerEdit

/** The message, shortened to fit a heading. */
const titleOf = (content: string) => (content.length > 60 ? `${content.slice(0, 60).trimEnd()}…` : content)

const Editing = ({ banner }: { banner: BannerRecord }) => (
  <EditForm<BannerRecord>
    recordLabel="banner"
    labels={bannerLabels}
    successMessage="The banner is saved"
    actions={
      <>
        <PreviewButton />
        <RemoveButton banner={banner} />
      </>
    }
  >
    <BannerInputs />
  </EditForm>
)

/** Read-only view for administrators who cannot edit content. */
const Reading = ({ banner }: { banner: BannerRecord }) => (
  <SimpleShowLayout>
    <TextField source="content" label="Message" />
    <TextField source="link" label="Leads to" emptyText="nowhere" />
    <FunctionField label="Shows" render={() => scheduleOf(banner)} />
  </SimpleShowLayout>
)
