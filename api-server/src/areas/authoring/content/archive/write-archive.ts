import type { Readable } from 'node:stream'
import yazl from 'yazl'
import { FILES } from '../files/paths.ts'

/** Notes about the export. They are outside the content folders, where imports ignore them. */
export const NOTES = 'EXPORT.txt'

interface ArchiveFile {
  name: string
  bytes: number
  /** Opened only when it is written, so that at most one file is open. */
  read(): Readable
}

/** Streams a content archive. A read error aborts the stream, so that a partial archive is not mistaken for a complete one. */
export function writeArchive(texts: ReadonlyMap<string, string>, files: ArchiveFile[], mtime: Date): Readable {
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
