import type { Deps } from '../../deps.ts'
import { prepareMail, queueMails } from '../../mail/outbox.ts'
import { listMailWaiting, takeMailWaiting } from './mail-queries.ts'
import { voucherMail } from './mails.ts'

/** Mails in one transaction. */
const CHUNK = 25

/**
 * Writes the mails of vouchers that wait for it, some at a time. Replay: what was written in an earlier run no longer waits; of two runs at
 * once each mail is written by one. A code that was replaced meanwhile is read anew.
 */
export async function mailVouchers(deps: Pick<Deps, 'db' | 'config'>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await mailSome(deps)) > 0);
}

async function mailSome({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<number> {
  const waiting = await listMailWaiting(db, CHUNK)
  const mails: { id: string; mail: Awaited<ReturnType<typeof prepareMail>> }[] = []
  // Rendering takes time, so that it is done before anything is locked.
  for (const { id, recipient, code, title, expires_at, organisation, owner } of waiting)
    if (recipient) {
      const envelope = { to: recipient, from: owner ?? organisation, about: `voucher:${id}` }
      mails.push({
        id,
        mail: await prepareMail(voucherMail(config.publicUrl, envelope, [{ title, code, expires_at }])),
      })
    }
  await db.transaction(async (tx) => {
    const due = new Set(await takeMailWaiting(tx, waiting))
    await queueMails(
      tx,
      mails.filter(({ id }) => due.has(id)).map(({ mail }) => mail),
    )
  })
  return waiting.length
}
