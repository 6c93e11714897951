import { CallButton } from '../../crud/actions.tsx'

export const RestoreButton = ({ id, label = 'Restore' }: { id: string; label?: string }) => (
  <CallButton
    operation="restoreBanner"
    size="small"
    call={(provider) => provider.call('restoreBanner', { id })}
    successMessage="The banner is back as it was"
  >
    {label}
  </CallButton>
)
