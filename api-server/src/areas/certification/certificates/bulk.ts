import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { recordAudits } from '../../../audit-log/record.ts'
import type { Tx } from '../../../db/open.ts'
import type { BulkAction, BulkRun, Item, Outcome } from '../../../extension-points/bulk-action.ts'
import { prepareMail, queueMails } from '../../../mail/outbox.ts'
import * as refusals from './admin-queries.ts'
import { certificateSource } from './admin-queries.ts'
import { queueRevokedWebhooks } from './issue.ts'
import { certificateMail } from './mails.ts'
import { type Certificate, saveVersions, updateCertificates } from './queries.ts'
import { certificateLabel } from './sql.ts'

const certificates = { source: certificateSource, resourceName: 'certificate', label: certificateLabel } as const

export const certificateBulkActions = {
  'certificates.send': { ...certificates, refusal: refusals.sendRefusal, chunk: 20, apply: send },
  'certificates.revoke': { ...certificates, refusal: refusals.revokeRefusal, chunk: 100, apply: change(true) },
  'certificates.restore': { ...certificates, refusal: refusals.restoreRefusal, chunk: 100, apply: change(false) },
} satisfies Record<string, BulkAction>

/** Mails each certificate to its owner, in the chunk's transaction. */
async function send(tx: Tx, items: Item[], run: BulkRun): Promise<Outcome[]> {
  const found = await refusals.listCertificates(tx, items)
  const mails: Awaited<ReturnType<typeof prepareMail>>[] = []
  for (const { certificate, email } of found)
    if (email) {
      const mail = certificateMail(certificate, email, run.deps.config.publicUrl, true)
      mails.push(await prepareMail({ ...mail, userId: certificate.user_id }))
    }
  await queueMails(tx, mails)
  await audit(
    tx,
    run,
    'certificates.send',
    found.map(({ certificate, email }) => ({ id: certificate.id, after: { mailed_to: email } })),
  )
  return found.map(({ certificate: { id } }) => ({ id }))
}

/** Revokes or restores certificates, each with a new version. An undo skips certificates that have changed since. */
function change(revoked: boolean) {
  return async (tx: Tx, items: Item[], run: BulkRun): Promise<Outcome[]> => {
    const memos = new Map(items.map(({ id, memo }) => [id, memo]))
    const found = (await refusals.listCertificates(tx, items)).map(({ certificate }) => certificate)
    const isUnchanged = ({ id, version }: Certificate) => (memos.get(id)?.version ?? version) === version
    const changed = found.filter(isUnchanged)
    // Undoing a restore brings back the reason that was shown on the public page.
    const reasonOf = ({ id }: Certificate) => (memos.get(id)?.reason as string | undefined) ?? run.reason
    for (const [reason, group] of Map.groupBy(changed, reasonOf)) {
      const ids = group.map(({ id }) => id)
      const after = await updateCertificates(tx, ids, { revoked, reason })
      await saveVersions(tx, after, reason, run.actor.id)
      if (revoked) await queueRevokedWebhooks(tx, after, 'revoked')
    }
    await audit(
      tx,
      run,
      revoked ? 'certificates.revoke' : 'certificates.restore',
      changed.map(({ id }) => ({ id, before: { revoked: !revoked }, after: { revoked } })),
    )
    return found.map((certificate) =>
      isUnchanged(certificate)
        ? { id: certificate.id, memo: { version: certificate.version + 1, reason: certificate.reason } }
        : { id: certificate.id, refused: 'It was changed again in the meantime, so it stays unchanged.' },
    )
  }
}

const audit = (
  tx: Tx,
  { actor, reason, address, jobId }: BulkRun,
  action: AuditAction,
  changes: { id: string; before?: object; after: object }[],
) =>
  recordAudits(
    tx,
    changes.map(({ id, ...change }) => ({
      actor,
      reason,
      address,
      jobId,
      action,
      subject: { type: 'certificate', id },
      ...change,
    })),
  )
