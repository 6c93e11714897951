import { constants, rmSync } from 'node:fs'
import { cp, mkdir, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { acquireLock, DatabaseInUseError } from './lock.ts'

/** Longest path of a socket that all systems accept. With a longer DATA_DIR, a backup needs a stopped server. */
const MAX_SOCKET_PATH = 103

const socketOf = (dataDir: string) => join(dataDir, 'copies.sock')
const folderOf = (dataDir: string) => join(dataDir, 'copy')

/** Locks the copy for one process. A copy that is not locked was left by a process that died. */
const lockCopy = async (dataDir: string) => {
  await mkdir(folderOf(dataDir), { recursive: true })
  return acquireLock(join(folderOf(dataDir), 'lock'), folderOf(dataDir))
}

/**
 * Makes copies of the embedded database for other processes of this user, which ask through a socket, because only this process may open it. `quietly`
 * runs a function while no statement runs. The copy has all committed transactions, like the files after a crash.
 */
export async function serveCopies(
  dataDir: string,
  database: string,
  quietly: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<{ close(): void }> {
  const path = socketOf(dataDir)
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH) return { close: () => {} }
  const make = async () => {
    const lock = await lockCopy(dataDir)
    const copy = join(folderOf(dataDir), 'database')
    try {
      await rm(copy, { recursive: true, force: true })
      await quietly(() => cp(database, copy, { recursive: true, mode: constants.COPYFILE_FICLONE }))
    } catch (error) {
      await rm(copy, { recursive: true, force: true })
      throw error
    } finally {
      await lock.release()
    }
  }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    make().then(
      () => socket.end('{}'),
      (error) => socket.end(JSON.stringify({ message: error.message, code: error.code, used: isUsed(error) })),
    )
  })
  // Left by a process that died: this one has the lock of the database.
  rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  server.unref()
  return { close: () => server.close() }
}

const isUsed = (error: unknown) => error instanceof DatabaseInUseError

/** Asks the process that has the database for a copy. Returns undefined if it makes none. `remove` deletes the copy. */
export async function requestCopy(dataDir: string): Promise<{ database: string; remove(): Promise<void> } | undefined> {
  const socket = connect(socketOf(dataDir))
  const isServed = await new Promise<boolean>((resolve) =>
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
  )
  if (!isServed) return undefined
  const answer = JSON.parse(
    (await text(socket)) || '{"message":"The server stopped before it had copied its database."}',
  )
  if (answer.used) throw new CopyInUseError()
  if (answer.message) throw Object.assign(new Error(answer.message), { code: answer.code })
  const folder = folderOf(dataDir)
  const lock = await lockCopy(dataDir).catch((error) => {
    throw isUsed(error) ? new CopyInUseError() : error
  })
  return {
    database: join(folder, 'database'),
    async remove() {
      await rm(folder, { recursive: true, force: true })
      await lock.release()
    },
  }
}

/** Another backup reads the copy. */
export class CopyInUseError extends Error {
  constructor() {
    super('Another backup of this database is running. Wait until it has ended.')
  }
}
