import { paths } from '@flagyard/api-types/links'
import type { OutgoingMail } from '../../mail/outbox.ts'

interface MailedCertificate {
  id: string
  name: string
  title: string
}

export const certificateUrl = (publicUrl: string, id: string) => `${publicUrl}${paths.certificate(id)}`

/** Sent once when the certificate is issued (hence the dedupe key), and again on request, without a key. */
export const certificateMail = (
  { id, name, title }: MailedCertificate,
  to: string,
  publicUrl: string,
  isResend = false,
): OutgoingMail => ({
  kind: 'certificate',
  to,
  ...(isResend ? {} : { dedupeKey: `certificate:${id}:issued` }),
  content: {
    subject: `Your certificate: ${title}`,
    preview: 'Well done. Here is the page that anyone can check.',
    heading: isResend ? 'Your certificate' : 'Well done',
    paragraphs: [
      `Hello ${name},`,
      `Your certificate for ${title} has a page of its own. Anyone with the link can check it there, and you can download it as a PDF.`,
    ],
    action: { label: 'See the certificate', url: certificateUrl(publicUrl, id) },
  },
})
