import type { CertificatePage, CertificateRow } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { actionsOn, hasReason } from '../../crud/actions/action-table.tsx'
import { Text, TypedConfirmation } from '../../crud/inputs.tsx'
import { formatDay } from '../../lib/format.ts'

const action = actionsOn<CertificateRow>()

/** Actions on a certificate, for its page and all lists. */
export const certificateActions = [
  // By e-mail, to its holder or to another address.
  action({
    name: 'send',
    operation: 'updateCertificate',
    label: 'Send…',
    title: 'Send the certificate',
    body: (
      <>
        <p>The mail holds the link of its public page, which anyone may open.</p>
        <Text source="email" label="E-mail address" type="email" maxLength={254} />
      </>
    ),
    defaults: ({ email }) => ({ email: email ?? '' }),
    input: ({ id, version }, { email }) => ({ certificateEdit: { id, version, email: email.trim() } }),
    isReady: ({ email }) => !!email?.trim(),
    submit: 'Send it',
    success: 'The certificate is on its way',
  }),
  action({
    name: 'restore',
    operation: 'updateCertificate',
    label: 'Restore…',
    title: 'Restore the certificate',
    input: ({ id, version }, answers) => ({ certificateEdit: { id, version, revoked: false, ...answers } }),
    preview: {
      input: ({ id, version }) => ({ certificateEdit: { id, version, revoked: false, dry_run: true } }),
      show: (restored) => (
        <>
          <p>{pageSays(restored)}</p>
          <p>What it said before stays among its versions. Its owner gets no mail.</p>
        </>
      ),
    },
    reason: true,
    isReady: ({ reason, preview }) => !!reason?.trim() && !!preview,
    submit: 'Restore it',
    success: 'The certificate is restored',
  }),
  action({
    name: 'revoke',
    operation: 'updateCertificate',
    label: 'Revoke…',
    title: 'Revoke the certificate',
    body: 'Its public page says that it is revoked and why, and so does every PDF that is downloaded from then on.',
    input: ({ id, version }, { reason }) => ({ certificateEdit: { id, version, revoked: true, reason } }),
    reason: { helperText: 'Everybody who opens its page reads it.' },
    isReady: hasReason,
    submit: 'Revoke it',
    cancel: 'Leave it',
    color: 'error',
    success: 'The certificate is revoked',
  }),
  // Permanent. Its public page then only shows that it was withdrawn.
  action({
    name: 'withdraw',
    operation: 'deleteCertificate',
    label: 'Withdraw…',
    title: 'Withdraw the certificate',
    body: 'For one that should never have been issued. Its public page only says that it was withdrawn, without a name, and it cannot be brought back. For misconduct, revoke it instead.',
    defaults: { confirm: '' },
    input: ({ id, version }, { reason }) => ({ id, certificateWithdrawal: { version, reason } }),
    reason: true,
    after: ({ name }) => <TypedConfirmation word={name} warning="This cannot be undone." />,
    isReady: ({ confirm, reason }, { name }) => confirm?.trim() === name && !!reason?.trim(),
    submit: 'Withdraw it',
    cancel: 'Leave it',
    color: 'error',
    success: 'The certificate is withdrawn',
  }),
]

function pageSays({ state, valid_until, name }: CertificatePage) {
  if (state === 'expired' && valid_until)
    return `It expired on ${formatDay(valid_until)}. Its public page says so, and no longer that it was revoked.`
  const until = valid_until ? ` until ${formatDay(valid_until)}` : ''
  return `Its public page says again that the certificate of ${isolate(name)} is valid${until}, and so does its PDF.`
}
