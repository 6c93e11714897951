import type { Setup } from '@flagyard/api-types'
import { legalTitles, pagesBeforeSale } from '@flagyard/api-types/legal/pages'
import type { Deps } from '../../../deps.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { listCurrentPages } from '../../platform/legal/index.ts'
import { countSetup } from './queries.ts'

/** Timeout for the mail server check, in milliseconds. The page waits for it. */
const MAIL_MS = 3_000

/** Steps between a new installation and its first learner. Each one is checked on every call. */
export async function readSetup(
  deps: Pick<Deps, 'db' | 'listen' | 'clock' | 'mailer' | 'payments'>,
  user: Pick<CurrentUser, 'id'>,
): Promise<Setup> {
  const { db, mailer, payments } = deps
  const [counts, mail, legal] = await Promise.all([
    countSetup(db, user.id),
    checkMailServer(mailer),
    listCurrentPages(deps),
  ])
  const missing = pagesBeforeSale.filter((name) => legal.every(({ page }) => page !== name))
  const payment = {
    demo: { done: true, found: 'The demo’s checkout, which moves no money.' },
    stripe: { done: true, found: payments.livemode ? 'Stripe.' : 'Stripe in test mode. No real money moves.' },
    none: { done: false, found: 'None. Courses can be free, or access can be granted by vouchers and administrators.' },
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
            : 'Your account has no second factor. Its password is enough to open the console.',
      },
      { step: 'mail', ...mail },
      { step: 'payment', ...payment },
      {
        step: 'legal',
        done: missing.length === 0,
        found:
          missing.length === 0
            ? 'Terms, privacy notice, imprint and returns are published.'
            : `Not published yet: ${missing.map((name) => legalTitles[name].toLowerCase()).join(', ')}. Buyers accept no terms until they are.`,
      },
      {
        step: 'clouds',
        done: counts.accounts > 0,
        found:
          counts.accounts > 0
            ? `Accounts ready for learners: ${counts.accounts}.`
            : 'No account is ready. Labs wait until one is.',
      },
      {
        step: 'course',
        done: counts.published > 0,
        found: counts.published > 0 ? `Published: ${counts.published}.` : 'Nothing is published yet.',
      },
    ],
  }
}

async function checkMailServer(mailer: Deps['mailer']): Promise<{ done: boolean; found: string }> {
  if (mailer.transport === 'outbox')
    return { done: false, found: 'No mail server. Mails are stored for 48 hours and sent once MAIL_URL is set.' }
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, MAIL_MS, false).unref())
  const accepted = mailer.check().then(
    () => true,
    () => false,
  )
  return (await Promise.race([accepted, late]))
    ? { done: true, found: 'The mail server accepts our credentials.' }
    : { done: false, found: 'The mail server does not accept our credentials at the moment. Check MAIL_URL.' }
}
