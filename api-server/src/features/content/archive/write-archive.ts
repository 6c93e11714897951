import type { Readable } from 'node:stream'
import yazl from 'yazl'
import { FILES } from '../paths.ts'

/** What an export says of itself: beside the folders of content, where imports leave it alone. */
export const NOTES = 'EXPORT.txt'

export interface ArchiveFile {
  name: string
  bytes: number
  /** Opened when its turn comes, so that one file is open at a time. */
  read(): Readable
}

/** An archive of content, made while it is read. What cannot be read breaks it off, so that nobody takes a part for the whole. */
export function writeArchive(texts: ReadonlyMap<string, string>, files: ArchiveFile[], mtime: Date): Readable {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  for (const [path, text] of texts) zip.addBuffer(Buffer.from(text), path, { mtime })
  // Films and pictures are small already.
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
