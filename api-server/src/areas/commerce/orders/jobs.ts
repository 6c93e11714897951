import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { mailDocuments } from './documents/mail.ts'
import { expireOrders, hasExpired } from './expire-queries.ts'
import { readPayout } from './payouts/import.ts'
import { listUnread } from './payouts/queries.ts'
import { applyReady, hasReady } from './provider-events.ts'
import { askForAll, askProvider, hasToAsk } from './refunds/ask.ts'
import { hasUntold, tellOfRefunds } from './refunds/tell.ts'
import { hasUntoldDispute, tellOfDisputes } from './refunds/tell-of-disputes.ts'
import { hasDue, remindOfTransfers } from './transfers/remind.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'payments' | 'queue' | 'clock' | 'clouds'>

export const orderJobs = (deps: NeededDeps): Job<never>[] => [
  {
    // Safe to retry: skips orders that were cancelled or paid in the meantime.
    name: 'orders.expire',
    every: 60,
    isDue: () => hasExpired(deps.db),
    handle: () => expireOrders(deps.db),
  },
  {
    // Safe to retry: see `applyReady`.
    name: 'orders.apply_events',
    every: 60,
    isDue: () => hasReady(deps),
    concurrency: 1,
    handle: (_data, { signal }) => applyReady(deps, signal),
  },
  {
    // Safe to retry: each reminder has its own dedupe key, so it is sent once.
    name: 'orders.remind',
    every: 600,
    isDue: () => hasDue(deps.db),
    concurrency: 1,
    handle: () => remindOfTransfers(deps),
  },
  {
    // Safe to retry: see `mailDocuments`.
    name: 'orders.mail_documents',
    handle: ({ id }: { id: string }) => mailDocuments(deps, id),
  } satisfies Job<{ id: string }>,
  {
    // Safe to retry: see `askProvider`.
    name: 'orders.refund',
    handle: ({ id }: { id: string }) => askProvider(deps, id),
  } satisfies Job<{ id: string }>,
  {
    // Safe to retry: skips refunds that the provider has accepted. Re-queues refunds whose job was lost or ran out of retries.
    name: 'orders.refunds',
    every: 300,
    isDue: () => hasToAsk(deps),
    handle: () => askForAll(deps),
  },
  {
    // Safe to retry: see `tellOfRefunds`.
    name: 'orders.tell_of_refunds',
    every: 30,
    isDue: () => hasUntold(deps),
    concurrency: 1,
    handle: () => tellOfRefunds(deps),
  },
  {
    // Safe to retry: see `tellOfDisputes`.
    name: 'orders.tell_of_disputes',
    every: 30,
    isDue: () => hasUntoldDispute(deps),
    concurrency: 1,
    handle: () => tellOfDisputes(deps),
  },
  {
    // Safe to retry: see `readPayout`.
    name: 'orders.read_payout',
    handle: ({ id }: { id: string }, { signal }) => readPayout(deps, id, signal),
  } satisfies Job<{ id: string }>,
  {
    // Safe to retry: skips payouts that were already read. Re-queues payouts whose job was lost or ran out of retries.
    name: 'orders.read_payouts',
    every: 3600,
    isDue: async () => (await listUnread(deps.db)).length > 0,
    handle: async () =>
      deps.queue.sendMissing(
        deps.db,
        'orders.read_payout',
        (await listUnread(deps.db)).map(({ id }) => id),
      ),
  },
]
