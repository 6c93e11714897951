import { isolate } from '@flagyard/api-types/contract/isolate'
import { paths } from '@flagyard/api-types/links'
import { brand } from '../../../brand.ts'
import { ApiError } from '../../../errors.ts'
import type { OutgoingMail } from '../../../mail/outbox.ts'

interface GrantedVoucher {
  title: string
  code: string
  expires_at?: Date | null
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** The code is in the URL fragment, so no server log and no referrer contains it. */
const voucherLink = (publicUrl: string, code: string) => `${publicUrl}${paths.activateVoucherCode(code)}`

interface Envelope {
  to: string
  /** Name of the giver. Null means the site itself. */
  from: string | null
  /** Page that lists the mail: `voucher:<id>`, or `order:<id>` for several vouchers of one order. */
  about: string
  /** Message from the giver. */
  message?: string | null | undefined
}

/** Mail to the recipient of vouchers, with their codes. Its text does not reveal whether the address has an account. */
export function voucherMail(
  publicUrl: string,
  { to, from, about, message }: Envelope,
  granted: GrantedVoucher[],
  dedupeKey?: string,
): OutgoingMail {
  const [first] = granted
  const isSingle = granted.length === 1
  const titles = granted.map(({ title }) => title).join(', ')
  const ends = first?.expires_at
    ? ` The ${isSingle ? 'code' : 'codes'} can be used until ${dayOf(first.expires_at)}.`
    : ''
  return {
    kind: 'voucher',
    to,
    about,
    ...(dedupeKey ? { dedupeKey } : {}),
    content: {
      subject: isSingle ? `A voucher for ${titles}` : `${granted.length} vouchers for you`,
      preview: 'Sign in or sign up, then activate it.',
      heading: isSingle ? `A voucher for ${titles}` : 'Vouchers for you',
      paragraphs: [
        `${isolate(from ?? brand().name)} has given you access to ${titles}.${ends}`,
        ...(message ? [`“${message}”`] : []),
        ...granted.map(({ title, code }) => (isSingle ? `Your code: ${code}` : `${title}: ${code}`)),
      ],
      ...(first ? { action: { label: 'Activate it', url: voucherLink(publicUrl, first.code) } } : {}),
      footer: 'A code is like cash: the first person to enter it gets the access. Please keep it to yourself.',
    },
  }
}

/** Error for mailing a gift before its delivery day. */
export const waitsForItsDay = (day: Date | null) =>
  new ApiError(
    'conflict',
    `This gift is scheduled for ${day?.toISOString().slice(0, 10) ?? 'a later day'}. It cannot be mailed before.`,
  )
