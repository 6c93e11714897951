import { Readable } from 'node:stream'
import { type CertificateRow, operations } from '@flagyard/api-types'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { MAX_ARCHIVE } from '@flagyard/api-types/schemas'
import yazl from 'yazl'
import { recordAudit, recordAudits } from '../../../audit-log/record.ts'
import { assertSeen, changeOrTry, printOf } from '../../../db/dry-run.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import { readList } from '../../../http/calls/list-query.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { listMailsAbout } from '../../../mail/queries.ts'
import { findForPage, listChecks, listForArchive, listVersions } from './admin-queries.ts'
import { closeCorrections, findOpenCorrection } from './corrections/queries.ts'
import { queueRevokedWebhooks } from './issue.ts'
import { badgeReissuedMail, certificateMail, certificateUrl } from './mails.ts'
import * as queries from './queries.ts'
import { fileNameOf, toCertificate } from './service.ts'

export async function readCertificatePage(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  caller: CurrentUser,
  id: string,
): Promise<Accepted<'certificatePage'>> {
  const found = await findForPage(db, id)
  if (!found) throw certificateNotFound()
  return {
    ...found,
    url: certificateUrl(config.publicUrl, id),
    checks: await listChecks(db, id),
    versions: await listVersions(db, id),
    mails: await listMailsAbout(db, [`certificate:${id}`]),
    correction: (await findOpenCorrection(db, id)) ?? null,
    allowed: allowedOnCertificate(found, caller),
    preview: null,
  }
}

/**
 * Corrects the name, revokes or restores a certificate. Each change creates a new version; earlier versions remain. With `email`, the certificate
 * is sent to that address, which creates no version. A restore requires the preview of a dry run.
 */
export async function updateCertificate(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  by: AuditActor,
  { id, version, name, email, revoked, reason, dry_run: isDryRun = false, preview }: Output<'certificateEdit'>,
): Promise<Accepted<'certificatePage'>> {
  if (revoked !== undefined && !reason && !isDryRun)
    throw invalidField('reason', 'Enter a reason. It is shown on the public page')
  const found = await queries.findCertificate(db, id)
  if (!found) throw certificateNotFound()
  const title = found.certificate.title
  const content = { id, title, name: name ?? found.certificate.name }
  const mail = email && !isDryRun ? await prepareMail(certificateMail(content, email, config.publicUrl, true)) : null
  return changeOrTry(db, isDryRun, async (tx) => {
    const before = await lockAsSeen(tx, id, version)
    const changes = {
      ...(name !== undefined && name !== before.name ? { name } : {}),
      ...(revoked !== undefined && revoked !== (before.revoked_at !== null) ? { revoked, reason: reason ?? null } : {}),
    }
    if (changes.revoked === false && (await queries.hasSuccessor(tx, before)))
      throw new ApiError('conflict', 'Its owner has a newer certificate that replaces this one.')
    if (Object.keys(changes).length > 0) {
      const after = await queries.updateCertificate(tx, id, changes)
      await queries.saveVersion(tx, after, reason ?? null, by.actor.id)
      if (changes.revoked) await queueRevokedWebhooks(tx, [after], 'revoked')
    }
    if (mail) await queueMail(tx, { ...mail, user_id: before.user_id })
    const entry = { ...by, subject: { type: 'certificate', id }, reason }
    const rows = partsOf(before, changes, email).map((part) => ({ ...entry, ...part }))
    await recordAudits(tx, rows)
    const page = await readCertificatePage({ db: tx, config }, by.actor, id)
    // It may have expired since the preview, and the restore would then not make it valid.
    const shown = printOf([id, version, page.state])
    if (changes.revoked === false && !isDryRun) assertSeen(preview, shown)
    return { ...page, preview: shown }
  })
}

/** Issues another badge and revokes all earlier ones, for example after one got into the wrong hands. The certificate itself does not change. */
export async function reissueBadge(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  by: AuditActor,
  id: string,
  { version, reason }: Output<'badgeReissue'>,
): Promise<Accepted<'certificatePage'>> {
  const found = await findForPage(db, id)
  if (!found) throw certificateNotFound()
  const mail = found.email && (await prepareMail(badgeReissuedMail(found, found.email, config.publicUrl)))
  await db.transaction(async (tx) => {
    const { revoked_at, user_id, badge_issue } = await lockAsSeen(tx, id, version)
    if (revoked_at) throw new ApiError('conflict', 'This certificate is revoked, and so is its badge.')
    const issue = (badge_issue ?? 0) + 1
    await queries.setBadgeIssue(tx, id, issue)
    if (mail) await queueMail(tx, { ...mail, user_id })
    await recordAudit(tx, {
      ...by,
      action: 'certificates.reissue_badge',
      subject: { type: 'certificate', id },
      before: { badge_issue: badge_issue ?? 0 },
      after: { badge_issue: issue },
      reason,
    })
  })
  return readCertificatePage({ db, config }, by.actor, id)
}

/** Locks a certificate. Fails if it has changed since the administrator saw it. */
export async function lockAsSeen(tx: Tx, id: string, version: number): Promise<queries.Certificate> {
  const before = await queries.lockCertificate(tx, id)
  if (!before || before.withdrawn_at) throw new ApiError('conflict', 'This certificate was withdrawn.')
  if (before.version === version) return before
  const state = before.revoked_at ? 'is revoked' : 'is not revoked'
  throw new ApiError(
    'stale_version',
    `Someone else changed this certificate first. It now says “${before.name}” and ${state}.`,
  )
}

function partsOf(
  before: { name: string; revoked_at: Date | null },
  { name, revoked }: { name?: string; revoked?: boolean },
  email: string | undefined,
): { action: AuditAction; before?: object; after: object }[] {
  return [
    ...(name === undefined
      ? []
      : [{ action: 'certificates.update' as const, before: { name: before.name }, after: { name } }]),
    ...(revoked === undefined
      ? []
      : [
          {
            action: revoked ? ('certificates.revoke' as const) : ('certificates.restore' as const),
            before: { revoked: !revoked },
            after: { revoked },
          },
        ]),
    ...(email === undefined ? [] : [{ action: 'certificates.send' as const, after: { mailed_to: email } }]),
  ]
}

/** Withdraws a certificate. Its public page then shows only that it was withdrawn. */
export async function withdrawCertificate(
  { db }: Pick<Deps, 'db'>,
  by: AuditActor,
  id: string,
  { version, reason }: Partial<Output<'certificateWithdrawal'>>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await queries.lockCertificate(tx, id)
    if (!before) throw certificateNotFound()
    if (before.withdrawn_at) return
    if (version !== undefined) await lockAsSeen(tx, id, version)
    await queries.withdrawCertificate(tx, id)
    await queueRevokedWebhooks(tx, [before], 'withdrawn')
    await closeCorrections(tx, id, 'This certificate was withdrawn.')
    await recordAudit(tx, {
      ...by,
      action: 'certificates.withdraw',
      subject: { type: 'certificate', id },
      before: { name: before.name, title: before.title, type: before.type },
      reason,
    })
  })
}

const certificateNotFound = () => new ApiError('not_found', 'There is no such certificate.')

export function allowedOnCertificate({ state }: Pick<CertificateRow, 'state'>, caller: CurrentUser) {
  const isThere = state !== 'withdrawn'
  const mayUpdate = mayCall(operations.updateCertificate, caller)
  return allowedAmong({
    correct: isThere && mayUpdate,
    revoke: isThere && state !== 'revoked' && mayUpdate,
    restore: state === 'revoked' && mayUpdate,
    send: isThere && mayUpdate,
    reissue: isThere && state !== 'revoked' && mayCall(operations.reissueBadge, caller),
    withdraw: isThere && mayCall(operations.deleteCertificate, caller),
  })
}

/** PDFs of many certificates as one archive, rendered one at a time, so that memory use does not grow with their number. */
export async function archiveCertificates(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  auditActor: AuditActor,
  { ids, filter }: Output<'certificateArchiveAsk'>,
): Promise<Readable> {
  if ((ids === undefined) === (filter === undefined)) throw invalidField('ids', 'Give either ids or a filter')
  const asked = ids ? { id: ids } : readList('listCertificates', { filter }, auditActor.actor).filter
  const found = await listForArchive(db, asked, MAX_ARCHIVE + 1)
  if (found.length === 0) throw new ApiError('conflict', 'No matching certificate has a PDF.')
  if (found.length > MAX_ARCHIVE)
    throw invalidField('filter', `An archive can contain at most ${MAX_ARCHIVE} certificates. Narrow the filter`)
  await recordAudit(db, {
    ...auditActor,
    action: 'certificates.archive',
    subject: { type: 'list', id: 'certificates' },
    after: { count: found.length, ...(filter !== undefined && { filter }) },
  })
  const { renderCertificate } = await import('./pdf.ts')
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  for (const row of found)
    zip.addReadStreamLazy(entryName(row.certificate), { mtime: clock.now(), compress: false }, (take) => {
      renderCertificate(toCertificate(row, config.publicUrl)).then(
        (file) => take(null, Readable.from([file])),
        (error: Error) => output.destroy(error),
      )
    })
  zip.end()
  return output
}

/** The id distinguishes people with the same name. */
const entryName = ({ id, name }: { id: string; name: string }) => `${fileNameOf(name) || 'certificate'} ${id}.pdf`
