import { filteredList } from '@flagyard/api-types/console-links'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { paths } from '@flagyard/api-types/links'
import { supportAddress } from '../../../brand.ts'
import { greeting, type OutgoingMail } from '../../../mail/outbox.ts'

type MailedCertificate = { id: string; name: string; title: string }

export const certificateUrl = (publicUrl: string, id: string) => `${publicUrl}${paths.certificate(id)}`

/** Sent once when the certificate is issued, hence the dedupe key, and again on request, without a key. */
export const certificateMail = (
  { id, name, title }: MailedCertificate,
  to: string,
  publicUrl: string,
  isResend = false,
): OutgoingMail => ({
  kind: 'certificate',
  to,
  about: `certificate:${id}`,
  ...(isResend ? {} : { dedupeKey: `certificate:${id}:issued` }),
  content: {
    subject: `Your certificate: ${title}`,
    preview: 'Well done. Anyone can verify it on this page.',
    heading: isResend ? 'Your certificate' : 'Well done',
    paragraphs: [
      greeting({ full_name: name }),
      `Your certificate for ${title} has its own page. Anyone with the link can verify it there, and you can download it as a PDF.`,
    ],
    action: { label: 'See the certificate', url: certificateUrl(publicUrl, id) },
  },
})

export const badgeReissuedMail = (
  { id, name, title }: MailedCertificate,
  to: string,
  publicUrl: string,
): OutgoingMail => ({
  kind: 'certificate',
  to,
  about: `certificate:${id}`,
  content: {
    subject: `Your badge was issued again: ${title}`,
    preview: 'Please replace the badge that you saved before.',
    heading: 'Your badge was issued again',
    paragraphs: [
      greeting({ full_name: name }),
      `We issued the digital badge of your certificate for ${title} again. Verifiers report earlier badge files as revoked, so please download it again and replace it in your wallet. The certificate itself is unchanged.`,
    ],
    action: { label: 'See the certificate', url: certificateUrl(publicUrl, id) },
  },
})

interface AskedCorrection {
  certificate: { id: string; title: string; name: string }
  learner: { id: string; email: string; full_name: string }
  name: string
  reason: string
}

export const correctionRequestedMail = (
  { certificate: { id, title, name: printed }, learner, name }: AskedCorrection,
  publicUrl: string,
): OutgoingMail => ({
  kind: 'certificate_correction',
  to: learner.email,
  userId: learner.id,
  about: `certificate:${id}`,
  content: {
    subject: `We received your correction request: ${title}`,
    preview: 'You asked us to correct the name on it.',
    heading: 'We received your request',
    paragraphs: [
      greeting(learner),
      `You asked us to print “${isolate(name)}” instead of “${isolate(printed)}” on your certificate for ${title}. We will review it and e-mail you our decision. Until then the certificate remains valid.`,
    ],
    action: { label: 'See your certificates', url: `${publicUrl}${paths.certificates}` },
  },
})

export const correctionPendingMail = (
  { certificate: { id, title, name: printed }, learner, name, reason }: AskedCorrection,
  config: { publicUrl: string; contactEmail: string },
): OutgoingMail => ({
  kind: 'certificate_correction_waits',
  to: supportAddress(config),
  about: `certificate:${id}`,
  content: {
    subject: `Certificate correction requested: ${title}`,
    preview: `${isolate(learner.full_name)} requests another name.`,
    heading: 'Certificate correction requested',
    paragraphs: [`It says “${isolate(printed)}” and should say “${isolate(name)}”.`, `Reason: ${reason}`],
    action: {
      label: 'See the request',
      url: `${config.publicUrl}${filteredList('listCertificateCorrections', { state: 'open' })}`,
    },
  },
})

export const correctionDecidedMail = (
  { certificate: { id, title }, learner, name }: Omit<AskedCorrection, 'reason'>,
  { state, answer }: { state: 'accepted' | 'refused'; answer: string | null },
  publicUrl: string,
): OutgoingMail => ({
  kind: 'certificate_correction',
  to: learner.email,
  userId: learner.id,
  about: `certificate:${id}`,
  content: {
    subject:
      state === 'accepted' ? `Your certificate is corrected: ${title}` : `Your certificate was not changed: ${title}`,
    preview: state === 'accepted' ? 'Its page and its PDF show the new name.' : 'We could not make the correction.',
    heading: state === 'accepted' ? 'Your certificate is corrected' : 'Your certificate was not changed',
    paragraphs: [
      greeting(learner),
      state === 'accepted'
        ? `Your certificate for ${title} now says “${isolate(name)}”. Its page and its PDF are updated, and its link is the same. Please replace a PDF that you saved before.`
        : `You asked us to print “${isolate(name)}” on your certificate for ${title}. We could not do that.`,
      ...(answer ? [`Message from support: ${answer}`] : []),
    ],
    action: { label: 'See the certificate', url: certificateUrl(publicUrl, id) },
  },
})
