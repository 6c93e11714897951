import { paths } from '@flagyard/api-types/links'
import type { OutgoingMail } from '../../mail/outbox.ts'

interface Given {
  title: string
  code: string
  expires_at?: Date | null
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** The code travels in the fragment too: no server log and no referrer ever holds it. */
export const voucherLink = (publicUrl: string, code: string) => `${publicUrl}${paths.activateVoucherCode(code)}`

/** For whoever was given vouchers: the same mail whether or not the address has an account. */
export function voucherMail(
  publicUrl: string,
  to: string,
  from: string | null,
  given: Given[],
  dedupeKey?: string,
): OutgoingMail {
  const [first] = given
  const titles = given.map(({ title }) => title).join(', ')
  const ends = first?.expires_at ? ` They can be used until ${dayOf(first.expires_at)}.` : ''
  const one = given.length === 1
  return {
    kind: 'voucher',
    to,
    ...(dedupeKey ? { dedupeKey } : {}),
    content: {
      subject: one ? `A voucher for ${titles}` : `${given.length} vouchers for you`,
      preview: 'Sign in, or sign up first, and activate it.',
      heading: one ? `A voucher for ${titles}` : 'Vouchers for you',
      paragraphs: [
        `${from ?? 'Flagyard'} has given you access to ${titles}.${one ? ends.replace('They', 'It') : ends}`,
        ...given.map(({ title, code }) => (one ? `Your code: ${code}` : `${title}: ${code}`)),
      ],
      ...(first ? { action: { label: 'Activate it', url: voucherLink(publicUrl, first.code) } } : {}),
      footer: 'A code is like cash: whoever types it first has it. Please keep it to yourself.',
    },
  }
}
