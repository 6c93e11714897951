import type { CertificateRow } from '@flagyard/api-types'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { ReasonInput } from '../../crud/ReasonInput.tsx'
import type { RecordDialogProps } from '../../crud/RecordActions.tsx'

export const RestoreDialog = ({ record: { id, version }, onClose }: RecordDialogProps<CertificateRow>) => (
  <ActionDialog
    title="Restore the certificate"
    onClose={onClose}
    call={(provider, { reason }: { reason: string }) =>
      provider.call('updateCertificate', { certificateEdit: { id, version, revoked: false, reason } })
    }
    successMessage="The certificate is valid again"
    defaultValues={{ reason: '' }}
    isReady={({ reason }) => !!reason?.trim()}
    submitLabel="Restore it"
  >
    <p>Its public page says that it is valid again. What it said before stays among its versions.</p>
    <ReasonInput />
  </ActionDialog>
)
