import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from '../../../integrations/files.ts'
import { kindOf, typeOf } from './file-types.ts'
import { withoutMetadata } from './picture-metadata.ts'

export interface Source {
  bytes: number
  /** `start` and `end` are inclusive. Without a range, reads everything. */
  read(range?: { start: number; end: number }): Readable
}

/** Reads at most `length` bytes from `start`. */
export const readPart = (source: Source, start: number, length: number): Promise<Buffer> =>
  start >= source.bytes || length <= 0
    ? Promise.resolve(Buffer.alloc(0))
    : buffer(source.read({ start, end: Math.min(source.bytes, start + length) - 1 }))

export interface Piece {
  start: number
  bytes: number
  key: string
}

export function sourceOfPieces(store: Pick<FileStore, 'read'>, pieces: Piece[]): Source {
  const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0)
  async function* bytesOf({ start, end }: { start: number; end: number }) {
    for (const piece of pieces) {
      const first = Math.max(start, piece.start)
      const last = Math.min(end, piece.start + piece.bytes - 1)
      if (first <= last) yield* store.read(piece.key, { start: first - piece.start, end: last - piece.start })
    }
  }
  return { bytes, read: (range = { start: 0, end: bytes - 1 }) => Readable.from(bytesOf(range)) }
}

/** Local file in the form in which it is stored under this name: pictures without metadata. */
export async function sourceOfFile(path: string, { name, bytes }: { name: string; bytes: number }): Promise<Source> {
  const plain: Source = { bytes, read: (range) => createReadStream(path, range) }
  return kindOf(name) === 'picture' ? withoutNotes(plain, { load: () => readFile(path), type: typeOf(name) }) : plain
}

/** Uploaded file in the form in which it is stored. */
export const storedSource = (source: Source, name: string): Promise<Source> | Source =>
  kindOf(name) === 'picture' ? withoutNotes(source, { load: () => buffer(source.read()), type: typeOf(name) }) : source

/** Reads the picture again for each part, so that many of them need no memory. Pictures are small. */
async function withoutNotes(
  { read }: Source,
  { load, type }: { load: () => Promise<Buffer>; type: string },
): Promise<Source> {
  const clean = async () => withoutMetadata(await load(), type)
  const whole = await load()
  const cleaned = withoutMetadata(whole, type)
  if (cleaned.equals(whole)) return { bytes: whole.length, read }
  async function* part({ start, end }: { start: number; end: number }) {
    yield (await clean()).subarray(start, end + 1)
  }
  return { bytes: cleaned.length, read: (range = { start: 0, end: cleaned.length - 1 }) => Readable.from(part(range)) }
}
