import type { CertificateRow } from '@flagyard/api-types'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { ReasonInput } from '../../crud/ReasonInput.tsx'
import type { RecordDialogProps } from '../../crud/RecordActions.tsx'
import { TypedConfirmation } from '../../crud/TypedConfirmation.tsx'

/** Withdraws a certificate permanently. Its public page then only shows that it was withdrawn. */
export const WithdrawDialog = ({ record: { id, version, name }, onClose }: RecordDialogProps<CertificateRow>) => (
  <ActionDialog
    title="Withdraw the certificate"
    onClose={onClose}
    call={(provider, { reason }: { confirm: string; reason: string }) =>
      provider.call('deleteCertificate', { id, certificateWithdrawal: { version, reason } })
    }
    successMessage="The certificate is withdrawn"
    defaultValues={{ confirm: '', reason: '' }}
    isReady={({ confirm, reason }) => confirm?.trim() === name && !!reason?.trim()}
    submitLabel="Withdraw it"
    cancelLabel="Leave it"
    color="error"
  >
    <p>
      For one that should never have been issued. Its public page only says that it was withdrawn, without a name, and
      it cannot be brought back. For misconduct, revoke it instead.
    </p>
    <ReasonInput />
    <TypedConfirmation word={name} warning="This cannot be undone." />
  </ActionDialog>
)
