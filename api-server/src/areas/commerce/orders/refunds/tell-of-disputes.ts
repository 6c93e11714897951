import { paths } from '@flagyard/api-types/links'
import type { Deps } from '../../../../deps.ts'
import { type OutgoingMail, prepareMail, queueMails } from '../../../../mail/outbox.ts'
import { listDisputesToTell, listTouched, takeDisputeTelling } from './queries.ts'

type Touched = Awaited<ReturnType<typeof listTouched>>[number]

/** Maximum number of disputes per run, each with up to 500 seats. The next run handles the rest. */
const BATCH = 10

export const hasUntoldDispute = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  (await listDisputesToTell(db, 1)).length > 0

/**
 * Writes the mails of disputes to all learners whose access is suspended or resumed. Rendering is slow, so it runs separately from
 * the provider's event. Safe to retry: the first run marks the dispute, and each mail has a dedupe key.
 */
export async function tellOfDisputes({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  for (const { id, tell } of await listDisputesToTell(db, BATCH)) {
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
          `Hello ${full_name},`,
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
          `Hello ${full_name},`,
          'The bank has confirmed the payment, so you can go on where you were. We are sorry for the wait.',
        ],
        action: { label: 'Go on', url: publicUrl + paths.dashboard },
      },
    }
  },
}

const namesOf = (titles: string[]) => titles.map((title) => `“${title}”`).join(', ')
const isOrAre = (titles: string[]) => (titles.length === 1 ? 'is' : 'are')
