import { randomBytes } from 'node:crypto'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Deps } from '../../../deps.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { hashToken, randomToken } from '../../../secrets.ts'
import { countOpenLabs, endLabs } from '../../clouds/deployments/index.ts'
import { deleteErasedAccount, ERASED_PREFIX, insertMailToken } from '../../platform/auth/index.ts'
import { fileOf } from './exports.ts'
import { deletionNearMail } from './mails.ts'
import * as queries from './queries.ts'

/** Hours before the erasure of an account at which its owner gets a reminder. */
const REMINDER_HOURS = 24

/** Safe to retry: of two runs, one marks the request as notified, in the transaction that queues its mail. */
export async function sendDeletionReminders({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  for (const { request, account } of await queries.listUnnotified(db, REMINDER_HOURS)) {
    const due = account.deletion_due_at
    if (!due) continue
    const token = randomToken()
    const mail = await prepareMail(deletionNearMail(account, config.publicUrl, token, due))
    await db.transaction(async (tx) => {
      if (!(await queries.markNotified(tx, request.id))) return
      const row = { user_id: account.id, kind: 'deletion_undo' as const, expires_at: due }
      await insertMailToken(tx, { ...row, token_hash: hashToken(token) })
      await queueMail(tx, mail)
    })
  }
}

/** Logs accounts that cannot be erased, and continues with the others. */
export async function eraseDueAccounts(
  deps: Pick<Deps, 'db' | 'files' | 'queue' | 'log' | 'extensions'>,
): Promise<void> {
  for (const { id } of await queries.listDue(deps.db)) {
    try {
      await eraseAccount(deps, id)
    } catch (error) {
      deps.log.error({ err: error, account: id }, 'an account could not be erased')
    }
  }
}

/**
 * Erases the account's data in one transaction, feature by feature. Labs that are still running are ended first, and the next sweep
 * erases the rest. Safe to retry: the account is not due any more.
 */
export async function eraseAccount(
  { db, files, queue, extensions }: Pick<Deps, 'db' | 'files' | 'queue' | 'extensions'>,
  id: string,
): Promise<boolean> {
  const labsLeft = await db.transaction(async (tx) => {
    if (!(await queries.lockDue(tx, id))) return 0
    await endLabs(tx, { queue }, [id], 'administrator')
    return countOpenLabs(tx, id)
  })
  if (labsLeft > 0) return false
  for (const request of await queries.listExportIds(db, id)) await files.remove(fileOf(request.id))
  return db.transaction(async (tx) => {
    const account = await queries.lockDue(tx, id)
    if (!account || (await countOpenLabs(tx, id)) > 0) return false
    const asked = await queries.findOpenDeletion(tx, id)
    const alias = `${ERASED_PREFIX}${randomBytes(8).toString('hex')}`
    const { username, email, full_name } = account
    const person = { id, username, email, full_name, alias, keepCertificates: asked?.keep_certificates ?? false }
    for (const part of extensions.personalData) await part.erase?.(tx, person)
    await queries.closeDeletion(tx, id)
    if (!(await queries.hasOrders(tx, id))) await deleteErasedAccount(tx, id)
    await recordAudit(tx, {
      actor: null,
      action: 'privacy.erase',
      subject: { type: 'user', id: alias },
      after: { keep_certificates: person.keepCertificates },
    })
    return true
  })
}
