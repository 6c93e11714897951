import { createHash, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { extract, type Pack, pack } from 'tar-stream'
import type { Secrets } from '../secrets.ts'

/** First entry of a backup, which is enough to refuse it. */
export interface Head {
  format: 1
  /** Release that made the backup. */
  version: string
  /** Time of the snapshot, by the clock of the database. */
  made_at: string
  database: 'embedded' | 'postgres'
  /** Applied migrations, oldest first. The tables are created again by running them. */
  migrations: { at: number; hash: string }[]
  /** Version of the job queue's tables; null if there are none. */
  jobs_version: number | null
  key_fingerprint: string
}

/** Last entry of a backup. Without it the backup is incomplete. */
export interface Manifest {
  tables: { table: string; columns: string; rows: number }[]
  sequences: { sequence: string; last_value: string | null }[]
  files: { count: number; bytes: number }
  /** All other entries, in order. */
  entries: { name: string; size: number; sha256: string }[]
  /** HMAC of everything above, with a key derived from SECRET_KEY. */
  seal: string
}

export const HEAD = 'backup.json'
export const MANIFEST = 'manifest.json'

/** The backup cannot be used. The message is a sentence for the operator. */
export class BackupError extends Error {}

/** Writes a tar archive, and notes name, size and checksum of each entry. */
export class ArchiveWriter {
  readonly entries: Manifest['entries'] = []
  readonly stream: Pack = pack()

  async add(name: string, content: Buffer): Promise<void> {
    await new Promise<void>((resolve, reject) =>
      this.stream.entry({ name, size: content.length }, content, (error) => (error ? reject(error) : resolve())),
    )
    this.entries.push({ name, size: content.length, sha256: createHash('sha256').update(content).digest('hex') })
  }

  async addStream(name: string, size: number, content: Readable): Promise<void> {
    const hash = createHash('sha256')
    const entry = this.stream.entry({ name, size })
    await pipeline(content, hashing(hash), entry)
    this.entries.push({ name, size, sha256: hash.digest('hex') })
  }
}

type Hash = ReturnType<typeof createHash>

const hashing = (hash: Hash) =>
  async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
      freeBuffers(piece.length)
    }
  }

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as (options?: { type: 'minor' }) => void
/** Bytes read between two collections. */
const FREE_EVERY = 8 * 1024 * 1024
let unfreed = 0

/** Frees buffers that were read. Without it, up to 64 MiB of them accumulate before V8 collects them. A collection takes about a millisecond. */
function freeBuffers(bytes: number): void {
  unfreed += bytes
  if (unfreed < FREE_EVERY) return
  unfreed = 0
  collectGarbage({ type: 'minor' })
}

/** Frees the 64 MiB with which a passphrase was hashed. Collections of young objects never free them. */
export const freeHash = () => collectGarbage()

export interface Entry {
  name: string
  size: number
  /** Contents, to be read once. The rest of a partly read entry is skipped. */
  body: AsyncIterable<Buffer>
}

/** Reads a tar archive entry by entry, and returns name, size and checksum of each. */
export async function readArchive(
  source: Readable,
  visit: (entry: Entry) => Promise<void>,
  onEntry: (found: Manifest['entries'][number]) => void,
): Promise<void> {
  const reader = extract()
  const piped = pipeline(source, reader)
  // The loop below reports the error.
  piped.catch(() => {})
  for await (const entry of reader) {
    const { name, size = 0 } = entry.header
    const hash = createHash('sha256')
    const body = hashing(hash)(entry as AsyncIterable<Buffer>)
    await visit({ name, size, body })
    for await (const _ of body);
    onEntry({ name, size, sha256: hash.digest('hex') })
  }
  await piped
  await finished(source).catch(() => {})
}

/** Contents of a small entry. */
export async function readAll({ name, size, body }: Entry, maxBytes: number): Promise<Buffer> {
  if (size > maxBytes) throw new BackupError(`The backup has an impossible size of ${name}.`)
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Identifies SECRET_KEY without revealing it. */
export const fingerprintOf = (secrets: Secrets): string =>
  secrets.hmac('backup-fingerprint', 'SECRET_KEY').toString('hex').slice(0, 16)

const sealOf = (secrets: Secrets, { seal: _, ...sealed }: Manifest) =>
  secrets.hmac('backup-seal', JSON.stringify(sealed))

export const withSeal = (secrets: Secrets, manifest: Omit<Manifest, 'seal'>): Manifest => ({
  ...manifest,
  seal: sealOf(secrets, { ...manifest, seal: '' }).toString('hex'),
})

/** Whether the manifest was written with this SECRET_KEY and not changed. */
export function isSealed(secrets: Secrets, manifest: Manifest): boolean {
  const given = Buffer.from(String(manifest.seal), 'hex')
  const expected = sealOf(secrets, manifest)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
