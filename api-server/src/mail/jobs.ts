import { randomUUID } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { type Mailer, MailRefusedError } from '../integrations/mail.ts'
import type { Job } from '../jobs/job.ts'
import {
  claimMails,
  hasDueMails,
  keepMails,
  markFailed,
  markRefused,
  markSent,
  releaseKeptMails,
} from './sending-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'mailer' | 'log' | 'config'>

/** Hours after which an unsent mail is given up. Its links are valid for a day or two. */
const LIFETIME_HOURS = 48
/** Maximum attempts to send a mail: with the back-off of `markFailed`, about two days. */
const MAX_ATTEMPTS = 12

/**
 * Safe to retry: a mail is claimed by a conditional update before it is sent and marked afterwards, so two runs never send the
 * same mail. If the process dies in between, the claim expires after ten minutes and the mail is sent again with the
 * same Message-ID, which mail programs show once.
 */
export function mailJobs(deps: NeededDeps): Job<never>[] {
  // A changed MAIL_URL requires a new process, so mails with the state `kept` are released only once.
  let isReleased = deps.mailer.transport === 'outbox'
  return [
    {
      name: 'mail.send',
      isDue: async () => !isReleased || hasDueMails(deps.db),
      expireInSeconds: 120,
      async handle(_data, { signal }) {
        if (!isReleased) await releaseKeptMails(deps.db, { lifetimeHours: LIFETIME_HOURS })
        isReleased = true
        while (!signal.aborted && (await sendMails(deps)) > 0);
      },
    },
  ]
}

/**
 * Sends due mails in small batches and returns the number of claimed mails. Without a mail server, they are kept until there is one;
 * in the demo, the outbox serves as the mailbox.
 */
export async function sendMails({ db, mailer, log, config }: NeededDeps): Promise<number> {
  if (mailer.transport === 'outbox' && !config.demo) return keepMails(db)
  const claimed = await claimMails(db, 10, () => `<${randomUUID()}@${new URL(config.publicUrl).hostname}>`)
  for (const mail of claimed) {
    try {
      await send(mailer, mail)
      await markSent(db, mail.id, { keepText: config.demo })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      log.warn({ mail: mail.id, kind: mail.kind, error: message }, 'A mail could not be sent')
      if (error instanceof MailRefusedError) await markRefused(db, mail.id, message)
      else await markFailed(db, mail.id, message, { giveUp: mail.attempts >= MAX_ATTEMPTS })
    }
  }
  return claimed.length
}

const send = (mailer: Mailer, mail: Awaited<ReturnType<typeof claimMails>>[number]) =>
  mailer.send({
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments,
    ...(mail.message_id ? { messageId: mail.message_id } : {}),
  })
