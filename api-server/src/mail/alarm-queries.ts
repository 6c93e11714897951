import { filteredList } from '@flagyard/api-types/console-links'
import { and, inArray, sql } from 'drizzle-orm'
import { outbox } from '../db/schema/index.ts'
import type { AlarmFinding, AlarmRule } from '../extension-points/alarm-rule.ts'

/** Tries after which a waiting mail counts as not accepted by the mail server. */
const TRIES = 3

const mails = (count: number) => (count === 1 ? '1 e-mail' : `${count} e-mails`)

/** Mails that failed within a day, and a mail server that accepts none. */
const mailsFailed: AlarmRule = {
  kind: 'mails_failed',
  level: 'warning',
  grows: true,
  async find(tx) {
    const isLost = sql`${outbox.state} in ('failed', 'bounced') and ${outbox.created_at} > now() - interval '1 day'`
    const [lost] = await tx
      .select({
        accounts: sql<number>`(count(*) filter (where ${outbox.user_id} is not null))::int`,
        others: sql<number>`(count(*) filter (where ${outbox.user_id} is null))::int`,
      })
      .from(outbox)
      .where(isLost)
    const waiting = await tx.$count(
      outbox,
      and(inArray(outbox.state, ['waiting', 'sending']), sql`${outbox.attempts} >= ${TRIES}`),
    )
    const found: (AlarmFinding | false)[] = [
      !!lost?.accounts && {
        subject: 'accounts',
        count: lost.accounts,
        sentence: `${mails(lost.accounts)} to accounts could not be sent within a day`,
        links: [{ label: 'Accounts', to: filteredList('listUsers', { mail_failed_within_days: 1 }) }],
      },
      !!lost?.others && {
        subject: 'others',
        count: lost.others,
        sentence: `${mails(lost.others)} to people without an account could not be sent within a day`,
        links: [{ label: 'Vouchers among them', to: filteredList('listVouchers', { undelivered: true }) }],
      },
      waiting > 0 && {
        subject: 'server',
        count: waiting,
        sentence: `The mail server accepts no mail: ${mails(waiting)} ${waiting === 1 ? 'waits' : 'wait'} after ${TRIES} or more attempts`,
        links: [],
      },
    ]
    return found.filter((one) => one !== false)
  },
}

export const mailAlarms: readonly AlarmRule[] = [mailsFailed]
