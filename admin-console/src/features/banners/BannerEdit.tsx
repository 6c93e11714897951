import type { BannerRecord } from '@flagyard/api-types'
import { FunctionField, SimpleShowLayout, TextField, useNotify, useRedirect } from 'react-admin'
import { CallButton } from '../../crud/actions/action-table.tsx'
import { CreatePage } from '../../crud/record/CreatePage.tsx'
import { EditForm } from '../../crud/record/EditForm.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { AuditButton } from '../audit/AuditButton.tsx'
import styles from './BannerInputs.module.css'
import {
  BannerInputs,
  BannerStateChip,
  bannerLabels,
  PreviewButton,
  plainText,
  RestoreButton,
  scheduleOf,
} from './BannerInputs.tsx'

const BannerEdit = () => (
  <RecordPage<BannerRecord>
    title={(banner) => titleOf(plainText(banner))}
    about={BannerStateChip}
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
    labels={bannerLabels}
    successMessage="Banner saved"
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
    <TextField source="link" label="Link" emptyText="none" />
    <FunctionField label="Shown" render={() => scheduleOf(banner)} />
  </SimpleShowLayout>
)

/** Removes a banner without confirmation, because it can be undone. */
function RemoveButton({ banner }: { banner: BannerRecord }) {
  const redirect = useRedirect()
  const notify = useNotify()
  if (!banner.allowed.includes('delete')) return null
  return (
    <CallButton
      operation="deleteBanner"
      color="error"
      call={(provider) => provider.delete('banners', { id: banner.id })}
      isGone
      onSuccess={() => {
        redirect('list', 'banners')
        notify(<Removed id={banner.id} />, { autoHideDuration: UNDO_MS })
      }}
    >
      Remove
    </CallButton>
  )
}

const UNDO_MS = 15_000

/** Offers to undo. Later, the banner can be restored from the list of removed ones. */
const Removed = ({ id }: { id: string }) => (
  <div className="row between" role="status">
    <span>Banner removed</span>
    <RestoreButton id={id} label="Undo" />
  </div>
)

const noBanner = { content: '', link: null, active: true, position: 0, shows_from: null, shows_until: null }

export const BannerCreate = () => (
  <CreatePage defaultValues={noBanner} successMessage="Banner saved" actions={<PreviewButton />}>
    <BannerInputs />
  </CreatePage>
)
