import type { Setup } from '@flagyard/api-types'
import type { Deps } from '../../../deps.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { countSetup } from './queries.ts'

/** Timeout for the mail server check, in milliseconds. The page waits for it. */
const MAIL_MS = 3_000

/** Steps between a new installation and its first learner. Each one is checked on every call. */
export async function readSetup(
  { db, mailer, payments }: Pick<Deps, 'db' | 'mailer' | 'payments'>,
  user: Pick<CurrentUser, 'id'>,
): Promise<Setup> {
  const [counts, mail] = await Promise.all([countSetup(db, user.id), lookAtMail(mailer)])
  const payment = {
    demo: { done: true, found: 'The demo’s checkout, which moves no money.' },
    stripe: {
      done: true,
      found: payments.livemode ? 'Stripe.' : 'Stripe in test mode: no real money moves.',
    },
    none: { done: false, found: 'None: courses can be free, or opened by vouchers and by you.' },
  }[payments.provider]
  return {
    is_empty: counts.contents === 0,
    steps: [
      {
        step: 'second_factor',
        done: counts.factors > 0,
        found:
          counts.factors > 0
            ? 'Your account has a second factor.'
            : 'Your account has no second factor: its password alone opens the console.',
      },
      { step: 'mail', ...mail },
      { step: 'payment', ...payment },
      {
        step: 'clouds',
        done: counts.accounts > 0,
        found:
          counts.accounts > 0
            ? `Accounts ready for learners: ${counts.accounts}.`
            : 'No account is ready: labs wait until one is.',
      },
      {
        step: 'course',
        done: counts.published > 0,
        found: counts.published > 0 ? `Published: ${counts.published}.` : 'Visitors find nothing yet.',
      },
    ],
  }
}

async function lookAtMail(mailer: Deps['mailer']): Promise<{ done: boolean; found: string }> {
  if (mailer.transport === 'outbox')
    return {
      done: false,
      found: 'No mail server is configured. Mails are kept for 48 hours and sent once MAIL_URL names one.',
    }
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, MAIL_MS, false).unref())
  return (await Promise.race([mailer.isReachable(), late]))
    ? { done: true, found: 'The server lets us in.' }
    : { done: false, found: 'The server does not let us in at the moment. Check MAIL_URL.' }
}
