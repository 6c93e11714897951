import type { CertificatePage } from '@flagyard/api-types'
import { ActionButton } from '../../crud/ActionButton.tsx'
import { ReasonInput } from '../../crud/ReasonInput.tsx'

type Props = { certificate: CertificatePage }

export const RevokeButton = ({ certificate: { id, version, allowed } }: Props) =>
  allowed.includes('revoke') && (
    <ActionButton
      operation="updateCertificate"
      label="Revoke…"
      title="Revoke the certificate"
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
    </ActionButton>
  )

export const RestoreButton = ({ certificate: { id, version, allowed } }: Props) =>
  allowed.includes('restore') && (
    <ActionButton
      operation="updateCertificate"
      label="Restore…"
      title="Restore the certificate"
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
    </ActionButton>
  )
