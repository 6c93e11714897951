import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import yauzl, { type ZipFile } from 'yauzl'
import type { FileLimits } from '../../../../file-limits.ts'
import { isChecksumName, readPart, type Source, sourceOfFile, typeOf } from '../../uploads/index.ts'
import { addText, type ContentFolder, FOLDERS, folderOf, MAX_TEXTS, placeOf, tooMany } from '../files/folder.ts'
import { FILES } from '../files/paths.ts'
import { findCollisions, isIgnored, type NamedEntry, nameFault, shown, withoutOwnFolder } from './entry-names.ts'
import { NOTES } from './write-archive.ts'

/** Maximum number of files and folders in an archive. */
const MAX_ENTRIES = 50_000
/** Maximum total size of all texts in an archive, in bytes. They are compared in memory. */
const MAX_TEXTS_BYTES = 32 * 1024 * 1024
/** Maximum size of the checksum list and of the export notes in an archive, in bytes. */
const MAX_SUMS_BYTES = 1024 * 1024
/** Name of the checksum list, in the format of `sha256sum`. Files already in the store may be listed here instead of being included. */
export const SUMS = 'SHA256SUMS'

/**
 * Unpacks a content archive into our own folder, under our own names, and returns its content. Names and sizes are validated before anything is
 * written, and each entry must match its declared size and checksum.
 */
export async function openArchive(
  source: Source,
  { name, dir, limits, signal }: { name: string; dir: string; limits: FileLimits; signal?: AbortSignal | undefined },
): Promise<ContentFolder & { notes: string }> {
  const folder = { ...folderOf(new Map()), notes: '' }
  const refuse = (file: string, message: string) =>
    folder.problems.push({ file: shown(file || name), line: 1, message })
  try {
    const zip = await openZip(source)
    if (zip.entryCount > MAX_ENTRIES) {
      refuse('', `An archive has at most ${MAX_ENTRIES} files.`)
      return folder
    }
    const entries = await listEntries(zip, refuse)
    if (folder.problems.length > 0) return folder
    const placed = place(entries, limits, refuse)
    if (folder.problems.length > 0) return folder
    if (placed.length === 0) {
      refuse('', `There is no content in this archive: it has none of the folders ${FOLDERS.join(', ')}.`)
      return folder
    }
    await mkdir(dir, { recursive: true })
    for (const [n, one] of placed.entries()) {
      signal?.throwIfAborted()
      await unpack(zip, one, join(dir, String(n)))
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (!isOfArchive(error)) throw error
    refuse(name, `This archive is damaged, or is no ZIP archive: ${error.message}. Make it anew, and send it again.`)
  }
  return folder

  async function unpack(zip: ZipFile, { entry, path, to }: Placed, target: string): Promise<void> {
    const found = { crc: 0 }
    const read = async () => summing(await zip.openReadStreamPromise(entry), found)
    try {
      if (to === 'sums') addSums(folder, await buffer(await read()))
      else if (to === 'notes') folder.notes = (await buffer(await read())).toString('utf8')
      else if ('text' in to) addText(folder, path, await buffer(await read()))
      else {
        await pipeline(await read(), createWriteStream(target), { signal })
        folder.files.set(to.file, await sourceOfFile(target, { name: to.file, bytes: entry.uncompressedSize }))
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!isOfArchive(error)) throw error
      refuse(path, `This part of the archive is damaged: ${error.message}.`)
      return
    }
    if (found.crc !== entry.crc32) refuse(path, 'This part of the archive is damaged: its checksum is another one.')
  }
}

/** Errors caused by the archive's data. Errors of our disk or store have a system error code or another class. */
const isOfArchive = (error: unknown): error is Error =>
  error instanceof Error && (!('code' in error) || String(error.code).startsWith('Z_')) && error.name === 'Error'

/** Read-ahead size for archives, in bytes. yauzl reads a few bytes at a time, and each read would be a request to the store. */
const WINDOW_BYTES = 1024 * 1024

class SourceReader extends yauzl.RandomAccessReader {
  readonly #source: Source
  #window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }

  constructor(source: Source) {
    super()
    this.#source = source
  }

  /** In yauzl, `end` is exclusive. */
  override _readStreamForRange(start: number, end: number): Readable {
    return this.#source.read({ start, end: end - 1 })
  }

  override read(target: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void) {
    this.#part(position, length).then(
      (part) => {
        part.copy(target, offset)
        done(part.length === length ? null : new Error('it ends too early'))
      },
      (error: Error) => done(error),
    )
  }

  async #part(position: number, length: number): Promise<Buffer> {
    const { start, bytes } = this.#window
    if (position < start || position + length > start + bytes.length)
      this.#window = {
        start: position,
        bytes: await readPart(this.#source, position, Math.max(length, WINDOW_BYTES)),
      }
    const from = position - this.#window.start
    return this.#window.bytes.subarray(from, from + length)
  }
}

const openZip = (source: Source): Promise<ZipFile> =>
  yauzl.fromRandomAccessReaderPromise(new SourceReader(source), source.bytes, {
    lazyEntries: true,
    decodeStrings: false,
    autoClose: false,
  })

type Refuse = (file: string, message: string) => void

async function listEntries(zip: ZipFile, refuse: Refuse): Promise<NamedEntry[]> {
  const found: NamedEntry[] = []
  for await (const entry of zip.eachEntry()) {
    const path = yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
    const fault = nameFault(path, entry)
    if (fault) refuse(path, fault)
    else if (!isIgnored(path)) found.push({ entry, path })
  }
  const own = withoutOwnFolder(found, FOLDERS)
  for (const { path, message } of findCollisions(own)) refuse(path, message)
  return own
}

interface Placed extends NamedEntry {
  to: { text: string } | { file: string } | 'sums' | 'notes'
}

/** Selects the content entries. Anything outside the content folders is ignored and not unpacked. */
function place(entries: NamedEntry[], limits: FileLimits, refuse: Refuse): Placed[] {
  const placed = entries.flatMap(({ entry, path }): Placed[] => {
    const [top = ''] = path.split('/')
    if (path === SUMS && entry.uncompressedSize <= MAX_SUMS_BYTES) return [{ entry, path, to: 'sums' }]
    if (path === NOTES && entry.uncompressedSize <= MAX_SUMS_BYTES) return [{ entry, path, to: 'notes' }]
    if (path.endsWith('/') || !FOLDERS.includes(top)) return []
    const to = placeOf(path, entry.uncompressedSize, limits)
    if (typeof to !== 'string' && entry.canDecodeFileData()) return [{ entry, path, to }]
    refuse(
      path,
      typeof to === 'string' ? to : 'It is packed in a way that cannot be read here. Use the usual one, Deflate.',
    )
    return []
  })
  const texts = placed.filter(({ to }) => typeof to !== 'string' && 'text' in to)
  const [beyond] = texts.slice(MAX_TEXTS)
  if (beyond) refuse(beyond.path, tooMany(beyond.path).message)
  if (bytesOf(texts) > MAX_TEXTS_BYTES)
    refuse('', `All texts together have at most ${MAX_TEXTS_BYTES / 1024 / 1024} MiB.`)
  if (bytesOf(placed) > limits.archive)
    refuse('', `Unpacked, this would be ${inMebibytes(bytesOf(placed))}; it may be ${inMebibytes(limits.archive)}.`)
  return placed
}

const bytesOf = (entries: NamedEntry[]) => entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
const inMebibytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MiB`

/** Computes the CRC of the stream. yauzl itself fails if the stream is longer or shorter than declared. */
function summing(content: Readable, found: { crc: number }): Readable {
  async function* pass() {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      found.crc = crc32(chunk, found.crc)
      yield chunk
    }
  }
  return Readable.from(pass(), { objectMode: false })
}

function addSums(folder: ContentFolder, bytes: Buffer): void {
  for (const [at, line] of bytes.toString('utf8').split('\n').entries()) {
    if (line.trim() === '') continue
    const [, sum = '', file = ''] = /^([0-9a-f]{64}) [ *](.+?)\r?$/.exec(line) ?? []
    const name = file.slice(FILES.length + 1)
    const checksum = `${sum}.${typeOf(name)}`
    if (file.startsWith(`${FILES}/`) && isChecksumName(checksum)) folder.sums.set(name, checksum)
    else
      folder.problems.push({ file: SUMS, line: at + 1, message: `A line is written so: <SHA-256>  ${FILES}/<name>.` })
  }
}
