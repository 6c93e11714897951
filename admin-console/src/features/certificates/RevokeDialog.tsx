import type { CertificateRow } from '@flagyard/api-types'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { ReasonInput } from '../../crud/ReasonInput.tsx'
import type { RecordDialogProps } from '../../crud/RecordActions.tsx'

export const RevokeDialog = ({ record: { id, version }, onClose }: RecordDialogProps<CertificateRow>) => (
  <ActionDialog
    title="Revoke the certificate"
    onClose={onClose}
    call={(provider, { reason }: { reason: string }) =>
      provider.call('updateCertificate', { certificateEdit: { id, version, revoked: true, reason } })
    }
    successMessage="The certificate is revoked"
    defaultValues={{ reason: '' }}
    isReady={({ reason }) => !!reason?.trim()}
    submitLabel="Revoke it"
    cancelLabel="Leave it"
    color="error"
  >
    <p>Its public page says that it is revoked and why, and so does every PDF that is downloaded from then on.</p>
    <ReasonInput helperText="Everybody who opens its page reads it." />
  </ActionDialog>
)
