import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from '../../integrations/files.ts'

/** Bytes that can be read from anywhere, wherever they lie. */
export interface Source {
  bytes: number
  /** From `start` to `end`, both inclusive; all of it without a range. */
  read(range?: { start: number; end: number }): Readable
}

/** At most so many bytes from there on. */
export const readPart = (source: Source, start: number, length: number): Promise<Buffer> =>
  start >= source.bytes || length <= 0
    ? Promise.resolve(Buffer.alloc(0))
    : buffer(source.read({ start, end: Math.min(source.bytes, start + length) - 1 }))

export interface Piece {
  start: number
  bytes: number
  key: string
}

/** The pieces of an upload as one. */
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
