import { formatExact } from '@flagyard/api-types/contract/money'
import { paths } from '@flagyard/api-types/links'
import type { Deps } from '../../../../deps.ts'
import { greeting, type OutgoingMail, prepareMail, queueMails } from '../../../../mail/outbox.ts'
import { documentMails } from '../documents/mail.ts'
import { findCreditNote } from '../documents/queries.ts'
import {
  claimDisputeMails,
  claimRefundMails,
  listAffected,
  listLostAccess,
  listUnmailed,
  listUnmailedDisputes,
} from './queries.ts'

type Unmailed = Awaited<ReturnType<typeof listUnmailed>>[number]
type Affected = Awaited<ReturnType<typeof listLostAccess>>[number]

/** Maximum number of refunds per run. The next run handles the rest. */
const BATCH = 20

export const hasUnmailedRefund = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  (await listUnmailed(db, 1)).length > 0

/**
 * Writes the mails of refunds: to the buyer, to all others who lost access, and the credit note to the organisation's invoice
 * address. Rendering is slow, so it runs separately from the refund. Safe to retry: the first run marks the refund, and each mail has a
 * dedupe key.
 */
export async function mailRefunds({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  for (const unmailed of await listUnmailed(db, BATCH)) {
    const affected = await listLostAccess(db, unmailed.refund.id)
    const mails = [
      buyerMail(unmailed, config.publicUrl),
      ...affected.map((one) => accessEndedMail(unmailed, one, config.publicUrl)),
    ]
    const credit = await findCreditNote(db, unmailed.refund.id)
    if (credit) mails.push(...(await documentMails(db, { ...unmailed, id: unmailed.refund.order_id }, credit)))
    const prepared = await Promise.all(mails.map(prepareMail))
    await db.transaction(async (tx) => {
      if (await claimRefundMails(tx, unmailed.refund.id)) await queueMails(tx, prepared)
    })
  }
}

const ways = {
  stripe: 'The money goes back to where it came from. That can take a bank a few days.',
  invoice: 'We will transfer the money to the account that it came from.',
  demo: 'This is a demo, so no money moves.',
  free: 'This is a demo, so no money moves.',
}

function buyerMail({ refund, number, title, currency, provider, buyer }: Unmailed, publicUrl: string): OutgoingMail {
  const seats = refund.lines.length
  const ended = `${seats} ${seats === 1 ? 'seat' : 'seats'}`
  return {
    kind: 'order_refunded',
    to: buyer.email,
    userId: buyer.id,
    about: `order:${refund.order_id}`,
    dedupeKey: `refund:${refund.id}:buyer`,
    content: {
      subject: `A refund for your order ${number}`,
      preview: `${formatExact({ amount: refund.amount, currency })} goes back to you.`,
      heading: `We refund ${formatExact({ amount: refund.amount, currency })}`,
      paragraphs: [
        greeting(buyer),
        `For your order ${number}, ${title}, we refund ${formatExact({ amount: refund.amount, currency })}${seats > 0 ? ` for ${ended}. What was unused of them can no longer be used, and access through them has ended` : ''}.`,
        refund.state === 'done' && provider !== 'demo' ? 'The money has been sent.' : ways[provider],
        `Reason: ${refund.reason}`,
      ],
      action: { label: 'See your orders', url: publicUrl + paths.orders },
    },
  }
}

function accessEndedMail(
  { refund }: Unmailed,
  { id, email, full_name, titles }: Affected,
  publicUrl: string,
): OutgoingMail {
  const heading = `${namesOf(titles)} ${isOrAre(titles)} no longer open to you`
  return {
    kind: 'access',
    to: email,
    userId: id,
    dedupeKey: `refund:${refund.id}:${id}`,
    content: {
      subject: heading,
      preview: 'Its buyer got a refund.',
      heading,
      paragraphs: [
        greeting({ full_name }),
        'The seat that you used was refunded to its buyer, so your access has ended. Your certificates stay valid.',
      ],
      action: { label: 'Write to us', url: publicUrl + paths.contact },
    },
  }
}

/** Maximum number of disputes per run, each with up to 500 seats. The next run handles the rest. */
const DISPUTE_BATCH = 10

export const hasUnmailedDispute = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  (await listUnmailedDisputes(db, 1)).length > 0

/**
 * Writes the mails of disputes to all learners whose access is suspended or resumed. Rendering is slow, so it runs separately from
 * the provider's event. Safe to retry: the first run marks the dispute, and each mail has a dedupe key.
 */
export async function mailDisputes({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  for (const { id, tell } of await listUnmailedDisputes(db, DISPUTE_BATCH)) {
    if (!tell) continue
    const affected = await listAffected(db, id, tell)
    const mails = await Promise.all(
      affected.map((one) =>
        prepareMail({ ...disputeMail(tell, one, config.publicUrl), dedupeKey: `dispute:${id}:${tell}:${one.id}` }),
      ),
    )
    await db.transaction(async (tx) => {
      if (await claimDisputeMails(tx, id, tell)) await queueMails(tx, mails)
    })
  }
}

const texts = {
  suspended: {
    subject: 'paused',
    preview: 'The bank is reviewing the payment.',
    paragraphs: [
      'A bank is reviewing the payment for your access, so it is paused until the bank decides. That can take some weeks. Running labs and exams continue to their end.',
      'Your progress, notes and certificates are not affected. We will write to you once the bank has decided. If someone else paid, ask them for details.',
    ],
    action: { label: 'Write to us', path: paths.contact },
  },
  resumed: {
    subject: 'open again',
    preview: 'The bank has confirmed the payment.',
    paragraphs: [
      'The bank has confirmed the payment, so you can continue where you left off. We are sorry for the wait.',
    ],
    action: { label: 'Continue', path: paths.dashboard },
  },
}

function disputeMail(
  what: keyof typeof texts,
  { id, email, full_name, titles }: Affected,
  publicUrl: string,
): OutgoingMail {
  const { subject, preview, paragraphs, action } = texts[what]
  const heading = `${namesOf(titles)} ${isOrAre(titles)} ${subject}`
  return {
    kind: 'access',
    to: email,
    userId: id,
    content: {
      subject: heading,
      preview,
      heading,
      paragraphs: [greeting({ full_name }), ...paragraphs],
      action: { label: action.label, url: publicUrl + action.path },
    },
  }
}

const namesOf = (titles: string[]) => titles.map((title) => `“${title}”`).join(', ')
const isOrAre = (titles: string[]) => (titles.length === 1 ? 'is' : 'are')
