import { formatExact } from '@flagyard/api-types/contract/money'
import { paths } from '@flagyard/api-types/links'
import type { Deps } from '../../../../deps.ts'
import { greeting, type OutgoingMail, prepareMail, queueMails } from '../../../../mail/outbox.ts'
import { documentMails } from '../documents/mail.ts'
import { findCreditNote } from '../documents/queries.ts'
import { listDisputesToTell, listLosers, listToTell, listTouched, takeDisputeTelling, takeTelling } from './queries.ts'

type Untold = Awaited<ReturnType<typeof listToTell>>[number]
type Loser = Awaited<ReturnType<typeof listLosers>>[number]

/** Maximum number of refunds per run. The next run handles the rest. */
const BATCH = 20

export const hasUntold = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> => (await listToTell(db, 1)).length > 0

/**
 * Writes the mails of refunds: to the buyer, to all others who lost access, and the credit note to the organisation's invoice
 * address. Rendering is slow, so it runs separately from the refund. Safe to retry: the first run marks the refund, and each mail has a
 * dedupe key.
 */
export async function tellOfRefunds({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  for (const untold of await listToTell(db, BATCH)) {
    const losers = await listLosers(db, untold.refund.id)
    const mails = [
      buyerMail(untold, config.publicUrl),
      ...losers.map((one) => loserMail(untold, one, config.publicUrl)),
    ]
    const credit = await findCreditNote(db, untold.refund.id)
    if (credit) mails.push(...(await documentMails(db, { ...untold, id: untold.refund.order_id }, credit)))
    const prepared = await Promise.all(mails.map(prepareMail))
    await db.transaction(async (tx) => {
      if (await takeTelling(tx, untold.refund.id)) await queueMails(tx, prepared)
    })
  }
}

const ways = {
  stripe: 'The money goes back to where it came from. That can take a bank a few days.',
  invoice: 'We will transfer the money to the account that it came from.',
  demo: 'This is a demo, so no money moves.',
  free: 'This is a demo, so no money moves.',
}

function buyerMail({ refund, number, title, currency, provider, buyer }: Untold, publicUrl: string): OutgoingMail {
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
        `What we noted: ${refund.reason}`,
      ],
      action: { label: 'See your orders', url: publicUrl + paths.orders },
    },
  }
}

function loserMail({ refund }: Untold, { id, email, full_name, titles }: Loser, publicUrl: string): OutgoingMail {
  const names = titles.map((title) => `“${title}”`).join(', ')
  const closed = titles.length === 1 ? 'is' : 'are'
  return {
    kind: 'access',
    to: email,
    userId: id,
    dedupeKey: `refund:${refund.id}:${id}`,
    content: {
      subject: `${names} ${closed} no longer open to you`,
      preview: 'Whoever bought it got a refund.',
      heading: `${names} ${closed} no longer open to you`,
      paragraphs: [
        greeting({ full_name }),
        'The seat that you used was refunded to whoever bought it, so your access has ended. What you earned stays yours.',
      ],
      action: { label: 'Write to us', url: publicUrl + paths.contact },
    },
  }
}

type Touched = Awaited<ReturnType<typeof listTouched>>[number]

/** Maximum number of disputes per run, each with up to 500 seats. The next run handles the rest. */
const DISPUTE_BATCH = 10

export const hasUntoldDispute = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  (await listDisputesToTell(db, 1)).length > 0

/**
 * Writes the mails of disputes to all learners whose access is suspended or resumed. Rendering is slow, so it runs separately from
 * the provider's event. Safe to retry: the first run marks the dispute, and each mail has a dedupe key.
 */
export async function tellOfDisputes({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  for (const { id, tell } of await listDisputesToTell(db, DISPUTE_BATCH)) {
    if (!tell) continue
    const touched = await listTouched(db, id, tell)
    const mails = await Promise.all(
      touched.map((one) =>
        prepareMail({ ...mailOf[tell](one, config.publicUrl), dedupeKey: `dispute:${id}:${tell}:${one.id}` }),
      ),
    )
    await db.transaction(async (tx) => {
      if (await takeDisputeTelling(tx, id, tell)) await queueMails(tx, mails)
    })
  }
}

const mailOf = {
  suspended: ({ id, email, full_name, titles }: Touched, publicUrl: string): OutgoingMail => {
    const names = namesOf(titles)
    return {
      kind: 'access',
      to: email,
      userId: id,
      content: {
        subject: `${names} ${isOrAre(titles)} paused`,
        preview: 'The bank reviews the payment for it.',
        heading: `${names} ${isOrAre(titles)} paused`,
        paragraphs: [
          greeting({ full_name }),
          'A bank is reviewing the payment by which you have access, so it is paused until the bank has decided. That can take some weeks. What runs at the moment runs out as usual.',
          'Your progress, notes and certificates stay as they are. We write to you once it is decided. If somebody else paid, they know best what it is about.',
        ],
        action: { label: 'Write to us', url: publicUrl + paths.contact },
      },
    }
  },
  resumed: ({ id, email, full_name, titles }: Touched, publicUrl: string): OutgoingMail => {
    const names = namesOf(titles)
    return {
      kind: 'access',
      to: email,
      userId: id,
      content: {
        subject: `${names} ${isOrAre(titles)} open again`,
        preview: 'The bank has confirmed the payment.',
        heading: `${names} ${isOrAre(titles)} open again`,
        paragraphs: [
          greeting({ full_name }),
          'The bank has confirmed the payment, so you can go on where you were. We are sorry for the wait.',
        ],
        action: { label: 'Go on', url: publicUrl + paths.dashboard },
      },
    }
  },
}

const namesOf = (titles: string[]) => titles.map((title) => `“${title}”`).join(', ')
const isOrAre = (titles: string[]) => (titles.length === 1 ? 'is' : 'are')
