import type { Readable } from 'node:stream'
import type { Output } from '@flagyard/api-types/contract/operation'
import yazl from 'yazl'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Deps } from '../../../../deps.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { keyOfChecksum } from '../../uploads/index.ts'
import { FILES } from '../files/paths.ts'
import { collectContent } from '../transfer/export.ts'
import { describeExport } from '../transfer/report.ts'

/** Name of the checksum list, in the format of `sha256sum`. Files already in the store may be listed here instead of being included. */
export const SUMS = 'SHA256SUMS'
/** Notes about the export. They are outside the content folders, where imports ignore them. */
export const NOTES = 'EXPORT.txt'

interface ArchiveFile {
  name: string
  bytes: number
  /** Opened only when it is written, so that at most one file is open. */
  read(): Readable
}

/** Content archive of the texts and the checksums of their files, for a server that already has the files. `sums`: checksum names by file name. */
export const writeTextArchive = (texts: ReadonlyMap<string, string>, sums: ReadonlyMap<string, string>): Readable => {
  const list = [...sums].map(([name, sum]) => `${sum.slice(0, 64)}  ${FILES}/${name}\n`).join('')
  return writeArchive(new Map([[SUMS, list], ...texts]), [], new Date())
}

/** Streams a content archive. A read error aborts the stream, so that a partial archive is not mistaken for a complete one. */
function writeArchive(texts: ReadonlyMap<string, string>, files: ArchiveFile[], mtime: Date): Readable {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  for (const [path, text] of texts) zip.addBuffer(Buffer.from(text), path, { mtime })
  // Videos and pictures are already compressed.
  for (const { name, bytes, read } of files)
    zip.addReadStreamLazy(`${FILES}/${name}`, { mtime, size: bytes, compress: false }, (take) => {
      try {
        const content = read()
        content.on('error', (error) => output.destroy(error))
        take(null, content)
      } catch (error) {
        output.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    })
  zip.end()
  return output
}

/** Exports the whole catalogue as an archive. The audit entry is written before any data is sent. */
export async function sendExport(
  { db, files: store, clock }: Pick<Deps, 'db' | 'files' | 'clock'>,
  by: AuditActor,
  { files: withFiles, with_secrets, here = {} }: Output<'contentExport'>,
): Promise<{ name: string; content: Readable }> {
  const withSecrets = with_secrets === true
  const options = { withSecrets, withoutFiles: !withFiles }
  const found = await collectContent({ db, files: store }, options, new Map(Object.entries(here)))
  await recordAudit(db, {
    ...by,
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
