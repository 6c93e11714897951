import type { CertificateRow } from '@flagyard/api-types'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { Text } from '../../crud/inputs.tsx'
import type { RecordDialogProps } from '../../crud/RecordActions.tsx'

/** Sends a certificate by e-mail again, to its holder or to another address. */
export const SendDialog = ({ record: { id, version, email }, onClose }: RecordDialogProps<CertificateRow>) => (
  <ActionDialog
    title="Send the certificate"
    onClose={onClose}
    call={(provider, values: { email: string }) =>
      provider.call('updateCertificate', { certificateEdit: { id, version, email: values.email.trim() } })
    }
    successMessage="The certificate is on its way"
    defaultValues={{ email: email ?? '' }}
    isReady={(values) => !!values.email?.trim()}
    submitLabel="Send it"
  >
    <p>The mail holds the link of its public page, which anyone may open.</p>
    <Text source="email" label="E-mail address" type="email" maxLength={254} />
  </ActionDialog>
)
