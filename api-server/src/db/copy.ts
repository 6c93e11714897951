import type { Query } from './migrations.ts'

/** One connection that reads or writes whole tables, in the text format of COPY, which is the same in every version and on both databases. */
export interface CopySession {
  query: Query
  /** Rows of a table in chunks of a few megabytes. Each chunk ends with a row. */
  read(table: string, columns: string): AsyncIterable<Buffer>
  /** Appends rows to a table. Returns their number. */
  write(table: string, columns: string, rows: Buffer): Promise<number>
  close(): Promise<void>
}

/** A new, empty database in one transaction. Unless it is committed, nothing remains. */
export interface EmptyDatabase {
  session: CopySession
  commit(): Promise<void>
  discard(): Promise<void>
}

/** The database to restore into already has tables. */
export class NotEmptyError extends Error {}

/** Bytes of a chunk. A longer row is a separate chunk. */
export const CHUNK_BYTES = 4 * 1024 * 1024

/** Collects pieces to chunks that end with a row. */
export async function* inChunks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    held.push(piece)
    bytes += piece.length
    if (bytes < CHUNK_BYTES) continue
    const all = Buffer.concat(held)
    // Line breaks within values are escaped.
    const end = all.lastIndexOf(10) + 1
    if (end > 0) yield all.subarray(0, end)
    held = [all.subarray(end)]
    bytes = all.length - end
  }
  if (bytes > 0) yield Buffer.concat(held)
}
