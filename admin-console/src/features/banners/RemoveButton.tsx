import type { BannerRecord } from '@flagyard/api-types'
import { useRedirect } from 'react-admin'
import { ActionButton } from '../../crud/ActionButton.tsx'

export function RemoveButton({ banner: { id } }: { banner: BannerRecord }) {
  const redirect = useRedirect()
  return (
    <ActionButton
      label="Remove…"
      title="Remove this banner"
      call={(provider) => provider.delete('banners', { id })}
      successMessage="The banner is removed"
      isGone
      onSuccess={() => redirect('list', 'banners')}
      submitLabel="Remove the banner"
      cancelLabel="Keep it"
      color="error"
    >
      <p>Nobody sees it any more, and it cannot be brought back. To hide it for a while, switch it off instead.</p>
    </ActionButton>
  )
}
