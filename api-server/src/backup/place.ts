import { constants, createReadStream, createWriteStream, existsSync } from 'node:fs'
import { access, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { ConfigError } from '../config.ts'
import { filesUrl } from '../files-url.ts'
import { BackupError, freeHash } from './archive.ts'

/** A file or object that contains a backup. */
export interface Place {
  /** Fails if it exists, or cannot be written. */
  assertFree(): Promise<void>
  /** Appears only when it is complete. Returns its size. */
  write(content: Readable): Promise<number>
  read(): Readable
}

/** `s3://bucket/key` with the options of FILES_URL, or the absolute path of a file. */
export async function openPlace(name: string): Promise<Place> {
  return name.startsWith('s3://') ? openObject(name) : openFile(name)
}

function openFile(path: string): Place {
  const partial = `${path}.partial`
  return {
    async assertFree() {
      if (existsSync(path)) throw new BackupError(`${path} exists already. Choose another name, or move it away.`)
      await access(dirname(path), constants.W_OK)
    },
    async write(content) {
      try {
        await pipeline(content, createWriteStream(partial, { mode: 0o600, flush: true }))
        await rename(partial, path)
        await using folder = await open(dirname(path))
        await folder.sync()
        return (await stat(path)).size
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    read: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
  }
}

async function openObject(address: string): Promise<Place> {
  const parsed = filesUrl.safeParse(address)
  if (!parsed.success) throw new ConfigError([`The address ${parsed.error.issues[0]?.message}.`])
  const parts = parsed.data.prefix.split('/')
  const key = parts.pop()
  if (!key) throw new ConfigError(['The address must name an object, such as s3://bucket/flagyard.tar.'])
  const { openS3FileStore } = await import('../integrations/files-s3.ts')
  const store = await openS3FileStore({ ...parsed.data, prefix: parts.join('/') }, undefined, 'The address')
  return {
    async assertFree() {
      if ((await store.size(key)) !== null) throw new BackupError(`${address} exists already. Choose another name.`)
    },
    async write(content) {
      await store.put(key, content)
      return (await store.size(key)) ?? 0
    },
    read: () => store.read(key),
  }
}

/** First bytes of a file that age encrypted. */
const AGE = 'age-encryption.org/'
/**
 * Memory of the passphrase's hash: 64 MiB, twice the minimum that OWASP lists for scrypt. The default of age, 256 MiB, would exceed our limit for a
 * backup.
 */
const SCRYPT_WORK_FACTOR = 16
const MIN_PASSPHRASE = 16

export interface Locks {
  recipient?: string | undefined
  identityFile?: string | undefined
  passphraseFile?: string | undefined
}

/** Encrypts with age if a recipient or passphrase is given. */
export async function encrypt(content: Readable, { recipient, passphraseFile }: Locks): Promise<Readable> {
  if (recipient === undefined && passphraseFile === undefined) return content
  const encrypter = new Encrypter()
  if (recipient !== undefined) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new BackupError('The recipient is not a key of age, such as age1….')
    }
  } else if (passphraseFile !== undefined) {
    encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR)
    encrypter.setPassphrase(await readPassphrase(passphraseFile))
  }
  const encrypted = await encrypter.encrypt(toWeb(content))
  freeHash()
  return fromWeb(encrypted)
}

async function readPassphrase(file: string): Promise<string> {
  const passphrase = (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
  if (passphrase.length < MIN_PASSPHRASE)
    throw new BackupError(
      `A passphrase needs at least ${MIN_PASSPHRASE} characters: anyone with the file can try millions.`,
    )
  return passphrase
}

/** Decrypts a backup that age encrypted; returns any other unchanged. */
export async function decrypt(content: Readable, { identityFile, passphraseFile }: Locks): Promise<Readable> {
  const { isEncrypted, whole } = await peek(content)
  if (!isEncrypted) return whole
  const decrypter = new Decrypter()
  if (identityFile !== undefined) {
    for (const line of (await readFile(identityFile, 'utf8')).split('\n'))
      if (line.startsWith('AGE-SECRET-KEY-')) decrypter.addIdentity(line.trim())
  } else if (passphraseFile !== undefined) decrypter.addPassphrase(await readPassphrase(passphraseFile))
  else
    throw new BackupError(
      'The backup is encrypted. Give its passphrase with --passphrase-file, or its key with --identity.',
    )
  try {
    const decrypted = await decrypter.decrypt(toWeb(whole))
    freeHash()
    return fromWeb(decrypted)
  } catch (error) {
    whole.destroy()
    throw Object.assign(
      new BackupError('The backup cannot be decrypted: the passphrase or key is wrong, or it is damaged.'),
      {
        cause: error,
      },
    )
  }
}

/** Whether the stream begins like a file of age, and a stream that still has its beginning. */
async function peek(content: Readable): Promise<{ isEncrypted: boolean; whole: Readable }> {
  const pieces = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let start = Buffer.alloc(0)
  let ended = false
  while (start.length < AGE.length && !ended) {
    const { value, done } = await pieces.next()
    if (done) ended = true
    else start = Buffer.concat([start, value])
  }
  async function* all() {
    yield start
    for (; !ended; ) {
      const { value, done } = await pieces.next()
      if (done) return
      yield value
    }
  }
  return {
    isEncrypted: start.subarray(0, AGE.length).toString('latin1') === AGE,
    whole: Readable.from(all(), { objectMode: false }),
  }
}

const toWeb = (content: Readable) => Readable.toWeb(content) as unknown as globalThis.ReadableStream<Uint8Array>
const fromWeb = (content: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(content as unknown as ReadableStream)
