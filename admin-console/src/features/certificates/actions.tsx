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
    title: 'Send certificate',
    body: (
      <>
        <p>The e-mail contains the link to the public page, which anyone can open.</p>
        <Text source="email" label="E-mail address" type="email" maxLength={254} />
      </>
    ),
    defaults: ({ email }) => ({ email: email ?? '' }),
    input: ({ id, version }, { email }) => ({ certificateEdit: { id, version, email: email.trim() } }),
    isReady: ({ email }) => !!email?.trim(),
    submit: 'Send certificate',
    success: 'Certificate sent',
  }),
  action({
    name: 'restore',
    operation: 'updateCertificate',
    label: 'Restore…',
    title: 'Restore certificate',
    input: ({ id, version }, answers) => ({ certificateEdit: { id, version, revoked: false, ...answers } }),
    preview: {
      input: ({ id, version }) => ({ certificateEdit: { id, version, revoked: false, dry_run: true } }),
      show: (restored) => (
        <>
          <p>{pageSays(restored)}</p>
          <p>Earlier versions are preserved. The owner is not notified.</p>
        </>
      ),
    },
    reason: true,
    isReady: ({ reason, preview }) => !!reason?.trim() && !!preview,
    submit: 'Restore certificate',
    success: 'Certificate restored',
  }),
  action({
    name: 'revoke',
    operation: 'updateCertificate',
    label: 'Revoke…',
    title: 'Revoke certificate',
    body: 'The public page and newly downloaded PDFs will show that it was revoked, and the reason.',
    input: ({ id, version }, { reason }) => ({ certificateEdit: { id, version, revoked: true, reason } }),
    reason: { helperText: 'Everyone who opens the public page can read it.' },
    isReady: hasReason,
    submit: 'Revoke certificate',
    color: 'error',
    success: 'Certificate revoked',
  }),
  action({
    name: 'reissue',
    operation: 'reissueBadge',
    label: 'Issue badge again…',
    title: 'Issue badge again',
    body: 'Verifiers will report all earlier badge files of this certificate as revoked. The holder gets an e-mail and can download the new badge. The certificate itself stays valid.',
    input: ({ id, version }, { reason }) => ({ id, badgeReissue: { version, reason: reason ?? '' } }),
    reason: true,
    isReady: hasReason,
    submit: 'Issue badge again',
    success: 'Badge issued again',
  }),
  // Permanent. Its public page then only shows that it was withdrawn.
  action({
    name: 'withdraw',
    operation: 'deleteCertificate',
    label: 'Withdraw…',
    title: 'Withdraw certificate',
    body: 'For certificates that should never have been issued. The public page only shows that it was withdrawn, without a name. For misconduct, revoke it instead.',
    defaults: { confirm: '' },
    input: ({ id, version }, { reason }) => ({ id, certificateWithdrawal: { version, reason } }),
    reason: true,
    after: ({ name }) => <TypedConfirmation word={name} warning="You cannot undo this." />,
    isReady: ({ confirm, reason }, { name }) => confirm?.trim() === name && !!reason?.trim(),
    submit: 'Withdraw certificate',
    color: 'error',
    success: 'Certificate withdrawn',
  }),
]

function pageSays({ state, valid_until, name }: CertificatePage) {
  if (state === 'expired' && valid_until)
    return `It expired on ${formatDay(valid_until)}. The public page will show it as expired instead of revoked.`
  const until = valid_until ? ` until ${formatDay(valid_until)}` : ''
  return `The public page and the PDF will show the certificate of ${isolate(name)} as valid${until} again.`
}
