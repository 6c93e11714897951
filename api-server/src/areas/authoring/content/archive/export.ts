import type { Readable } from 'node:stream'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Deps } from '../../../../deps.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { keyOfChecksum } from '../../uploads/index.ts'
import { collectContent } from '../transfer/export.ts'
import { describeExport } from '../transfer/report.ts'
import { NOTES, writeArchive } from './write-archive.ts'

/** Exports the whole catalogue as an archive. The audit entry is written before any data is sent. */
export async function sendExport(
  { db, files: store, clock }: Pick<Deps, 'db' | 'files' | 'clock'>,
  { actor, address }: AuditActor,
  { files: withFiles, with_secrets, here = {} }: Output<'contentExport'>,
): Promise<{ name: string; content: Readable }> {
  const withSecrets = with_secrets === true
  const options = { withSecrets, withoutFiles: !withFiles }
  const found = await collectContent({ db, files: store }, options, new Map(Object.entries(here)))
  await recordAudit(db, {
    actor,
    address,
    action: 'content.export',
    subject: { type: 'catalogue', id: 'all' },
    after: { texts: found.texts.size, files: found.files.length, secrets: withSecrets },
  })
  const now = clock.now()
  const notes = `${describeExport('This archive', { ...found, texts: found.texts.size, files: found.named })}\n`
  const files = found.files.map(({ key, name, bytes }) => ({ name, bytes, read: () => store.read(key) }))
  return {
    name: `content-${now.toISOString().slice(0, 10)}.zip`,
    content: writeArchive(new Map([[NOTES, notes], ...found.texts]), files, now),
  }
}

/** The file names, in checksum form, that the store does not have. */
export async function readMissing({ files }: Pick<Deps, 'files'>, names: string[]): Promise<Output<'missingFiles'>> {
  const missing: string[] = []
  for (const name of new Set(names)) if ((await files.size(keyOfChecksum(name))) === null) missing.push(name)
  return { missing }
}
