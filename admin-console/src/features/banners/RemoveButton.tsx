import type { BannerRecord } from '@flagyard/api-types'
import { useNotify, useRedirect } from 'react-admin'
import { CallButton } from '../../crud/actions.tsx'
import { RestoreButton } from './RestoreButton.tsx'

/** Removes a banner without confirmation, because it can be undone. */
export function RemoveButton({ banner }: { banner: BannerRecord }) {
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
    <span>The banner will no longer be shown to anyone.</span>
    <RestoreButton id={id} label="Undo" />
  </div>
)
