import type { CertificatePage } from '@flagyard/api-types'
import { ActionButton } from '../../crud/ActionButton.tsx'
import { Text } from '../../crud/inputs.tsx'

/** Mails a certificate again, to its owner or to another address. */
export const SendButton = ({ certificate: { id, version, email, allowed } }: { certificate: CertificatePage }) =>
  allowed.includes('send') && (
    <ActionButton
      operation="updateCertificate"
      label="Send…"
      title="Send the certificate"
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
    </ActionButton>
  )
