import { paths } from '@flagyard/api-types/links'
import type { OutgoingMail } from '../../mail/outbox.ts'

interface Sent {
  id: string
  name: string
  title: string
}

export const certificateUrl = (publicUrl: string, id: string) => `${publicUrl}${paths.certificate(id)}`

/** Sent once when it is issued; sent again, without a key, when somebody asks for it. */
export const certificateMail = (
  { id, name, title }: Sent,
  to: string,
  publicUrl: string,
  again = false,
): OutgoingMail => ({
  kind: 'certificate',
  to,
  ...(again ? {} : { dedupeKey: `certificate:${id}:issued` }),
  content: {
    subject: `Your certificate: ${title}`,
    preview: 'Well done. Here is the page that anyone can check.',
    heading: again ? 'Your certificate' : 'Well done',
    paragraphs: [
      `Hello ${name},`,
      `Your certificate for ${title} has a page of its own. Anyone with its address can check it there, and you can download it as a PDF.`,
    ],
    action: { label: 'See the certificate', url: certificateUrl(publicUrl, id) },
  },
})
