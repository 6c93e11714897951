import { Readable } from 'node:stream'
import type { Output } from '@flagyard/api-types/contract/operation'
import { MAX_ARCHIVE } from '@flagyard/api-types/schemas'
import yazl from 'yazl'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import { readList } from '../../../http/calls/list-query.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { listForArchive } from './admin-queries.ts'
import { fileNameOf, toCertificate } from './service.ts'

/**
 * PDFs of many certificates as one archive. Each is rendered and sent in turn, at the speed of the client, so that memory use does not grow with
 * their number.
 */
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
