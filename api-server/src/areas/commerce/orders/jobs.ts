import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { mailDocuments } from './documents/mail.ts'
import { expireOrders, hasExpired } from './payment-queries.ts'
import { readPayout } from './payouts/import.ts'
import { listUnread } from './payouts/queries.ts'
import { applyReady, hasMissed, hasReady, readMissed } from './provider/events.ts'
import { hasUnmailedDispute, hasUnmailedRefund, mailDisputes, mailRefunds } from './refunds/mails.ts'
import { hasUnrequested, queueUnrequested, requestRefund } from './refunds/record.ts'
import { hasReminders, sendReminders } from './transfers/mails.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'payments' | 'queue' | 'clock' | 'clouds'>

export const orderJobs = (deps: NeededDeps): Job<never>[] => [
  {
    name: 'orders.expire',
    isDue: () => hasExpired(deps.db),
    handle: () => expireOrders(deps.db),
  },
  {
    name: 'orders.apply_events',
    isDue: () => hasReady(deps),
    concurrency: 1,
    handle: (_data, { signal }) => applyReady(deps, signal),
  },
  {
    name: 'orders.read_missed_events',
    isDue: () => hasMissed(deps),
    concurrency: 1,
    handle: (_data, { signal }) => readMissed(deps, signal),
  },
  {
    name: 'orders.remind',
    isDue: () => hasReminders(deps.db),
    concurrency: 1,
    handle: () => sendReminders(deps),
  },
  {
    name: 'orders.mail_documents',
    handle: ({ id }: { id: string }) => mailDocuments(deps, id),
  } satisfies Job<{ id: string }>,
  {
    name: 'orders.refund',
    handle: ({ id }: { id: string }) => requestRefund(deps, id),
  } satisfies Job<{ id: string }>,
  {
    name: 'orders.refunds',
    isDue: () => hasUnrequested(deps),
    handle: () => queueUnrequested(deps),
  },
  {
    name: 'orders.tell_of_refunds',
    isDue: () => hasUnmailedRefund(deps),
    concurrency: 1,
    handle: () => mailRefunds(deps),
  },
  {
    name: 'orders.tell_of_disputes',
    isDue: () => hasUnmailedDispute(deps),
    concurrency: 1,
    handle: () => mailDisputes(deps),
  },
  {
    name: 'orders.read_payout',
    handle: ({ id }: { id: string }, { signal }) => readPayout(deps, id, signal),
  } satisfies Job<{ id: string }>,
  {
    name: 'orders.read_payouts',
    isDue: async () => (await listUnread(deps.db)).length > 0,
    handle: async () =>
      deps.queue.sendMissing(
        deps.db,
        'orders.read_payout',
        (await listUnread(deps.db)).map(({ id }) => id),
      ),
  },
]
