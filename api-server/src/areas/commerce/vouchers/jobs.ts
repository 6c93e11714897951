import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { prepareMail, queueMails } from '../../../mail/outbox.ts'
import { hasMailWaiting, listMailWaiting, markMailWaiting, takeMailWaiting } from './mail-queries.ts'
import { voucherMail } from './mails.ts'

export const voucherJobs = (deps: Pick<Deps, 'db' | 'config' | 'orderNumbers'>): Job<never>[] => [
  {
    name: 'vouchers.mail',
    isDue: () => hasMailWaiting(deps.db),
    concurrency: 1,
    handle: (_data, { signal }) => mailVouchers(deps, signal),
  },
]

/** Mails these vouchers to their recipients again, by the job. */
export async function queueVoucherMails(tx: Db, { queue }: Pick<Deps, 'queue'>, ids: string[]): Promise<void> {
  await markMailWaiting(tx, ids)
  await queue.send(tx, 'vouchers.mail', {})
}

type NeededDeps = Pick<Deps, 'db' | 'config' | 'orderNumbers'>
type Waiting = Awaited<ReturnType<typeof listMailWaiting>>[number]

/** Maximum number of vouchers whose mails are written in one transaction. */
const CHUNK = 25

/**
 * Writes waiting voucher mails in chunks. Safe to retry: mails written by an earlier run no longer wait, and of two concurrent runs only
 * one claims each mail. A voucher whose code was replaced in the meantime is read again.
 */
export async function mailVouchers(deps: NeededDeps, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await mailSome(deps)) > 0);
}

async function mailSome({ db, config, orderNumbers }: NeededDeps): Promise<number> {
  const waiting = await listMailWaiting(db, CHUNK)
  const orders = await orderNumbers.find(db, [...new Set(waiting.flatMap(({ order_id }) => order_id ?? []))])
  const mails: { ids: string[]; mail: Awaited<ReturnType<typeof prepareMail>> }[] = []
  const groups = [...Map.groupBy(waiting, seatOf).values()]
  // The chunk may have cut off the last seat, so that seat is left for the next chunk.
  const whole = waiting.length === CHUNK && groups.length > 1 ? groups.slice(0, -1) : groups
  // Rendering is slow, so it is done before any row is locked.
  for (const group of whole) {
    const [{ id, recipient: to, organisation, owner, order_id }] = group as [Waiting]
    if (!to) continue
    const message = orders.get(order_id ?? '')?.gift_message
    const envelope = { to, from: owner ?? organisation, about: `voucher:${id}`, message }
    mails.push({
      ids: group.map((voucher) => voucher.id),
      mail: await prepareMail(voucherMail(config.publicUrl, envelope, group)),
    })
  }
  const read = whole.flat()
  await db.transaction(async (tx) => {
    const due = new Set(await takeMailWaiting(tx, read))
    const isWhole = ({ ids }: { ids: string[] }) => ids.every((id) => due.has(id))
    // If a voucher of a seat was used or changed in the meantime, the seat's mail is written again, so that no mail contains an invalid code.
    const broken = mails.filter((one) => !isWhole(one)).flatMap(({ ids }) => ids.filter((id) => due.has(id)))
    if (broken.length > 0) await markMailWaiting(tx, broken)
    await queueMails(
      tx,
      mails.filter(isWhole).map(({ mail }) => mail),
    )
  })
  return waiting.length
}

/** Groups vouchers into mails: one mail per seat. */
const seatOf = ({ id, order_id, seat, recipient }: Waiting) =>
  order_id === null || seat === null ? id : `${order_id}:${seat}:${recipient?.toLowerCase()}`
