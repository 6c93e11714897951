import { distrustAccounts } from '../areas/clouds/cloud-accounts/index.ts'
import { beginNewSeries, requestMissedEvents } from '../areas/commerce/orders/index.ts'
import { returnLostTime } from '../areas/training/exam-attempts/index.ts'
import { recordAudit } from '../audit-log/record.ts'
import { takeRestored } from '../db/restored.ts'
import type { Deps } from '../deps.ts'
import { failPossiblySent } from '../mail/sending-queries.ts'

/**
 * Finishes a restore at the first start, before any job runs: exams get back the time since the snapshot, mails that may have been sent are not sent
 * again, no cloud account is leased before it is cleaned, no document number is used again, and no refund is requested before the payment provider's
 * events since the backup are read. Returns undefined if nothing was restored.
 */
export async function finishRestore({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return db.transaction(async (tx) => {
    const made_at = await takeRestored(tx)
    if (made_at === undefined) return undefined
    const now = clock.now()
    const exams = await returnLostTime(tx, { from: new Date(made_at), now })
    const accounts = await distrustAccounts(tx, `Restored from a backup of ${made_at}`)
    const mails = await failPossiblySent(tx, `May have been sent before the restore from a backup of ${made_at}`)
    await requestMissedEvents(tx, new Date(made_at))
    const { mark: series, last: last_numbers } = await beginNewSeries(tx, now)
    const after = { made_at, exams, accounts, mails, series, last_numbers }
    await recordAudit(tx, { actor: null, action: 'system.restore', subject: { type: 'system', id: made_at }, after })
    return after
  })
}
