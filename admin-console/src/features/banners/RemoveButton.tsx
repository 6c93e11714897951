import type { BannerRecord } from '@flagyard/api-types'
import { useNotify, useRedirect } from 'react-admin'
import { CallButton } from '../../crud/CallButton.tsx'
import { RestoreButton } from './RestoreButton.tsx'

/** Taken back as easily as it is done, so that nothing is asked before. */
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

/** Later it is still found in the list, among those that were removed. */
const Removed = ({ id }: { id: string }) => (
  <div className="row between" role="status">
    <span>The banner will no longer be shown to anyone.</span>
    <RestoreButton id={id} label="Undo" />
  </div>
)
