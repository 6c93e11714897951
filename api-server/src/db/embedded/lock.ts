import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

export class DatabaseInUseError extends Error {
  constructor(folder: string, on = '') {
    super(
      `Another process${on} is already using the database in ${folder}. Stop that one first, or choose another DATA_DIR, or set DATABASE_URL.`,
    )
    this.name = 'DatabaseInUseError'
  }
}

/** Milliseconds between two signs of life of the process that uses a database. */
const SIGN_MS = 2_000
/** Signs that another machine waits for. A long statement delays some. */
const AWAITED_SIGNS = 5
/** Signs that must be missing for no wait: more, because a clock can be corrected in between. */
const MISSING_SIGNS = 3 * AWAITED_SIGNS

/**
 * Locks the folder for this process until `release` is called. PGlite takes no lock itself, and two processes would silently lose each other's rows.
 * SQLite's lock belongs to the operating system: it ends with the process, however that dies, and holds in other containers. A network file system may
 * give it to two machines. So the process also writes signs of life, and a process of another machine waits to see whether they continue. After a crash and
 * a reboot, the signs ended long ago and nothing waits.
 */
export async function acquireLock(
  file: string,
  folder: string,
  { machine = idOfMachine(), signMs = SIGN_MS } = {},
): Promise<{ release(): Promise<void> }> {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    const signs = `${file}.signs`
    const last = readSign(signs)
    if (last && last.machine !== machine && !areOld(signs, MISSING_SIGNS * signMs)) {
      await pause(AWAITED_SIGNS * signMs)
      if (readSign(signs)?.text !== last.text) throw new DatabaseInUseError(folder, ` on ${last.host}`)
    }
    const signing = await sign(signs, `${machine}\n${hostname()}\n`, signMs)
    return {
      async release() {
        await signing.stop()
        rmSync(signs, { force: true })
        lock.close()
      },
    }
  } catch (error) {
    lock.close()
    const busy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
    throw busy ? new DatabaseInUseError(folder) : error
  }
}

/** Overwrites one file, which also works on a full disk. */
async function sign(file: string, start: string, signMs: number) {
  const opened = await open(file, 'w', 0o600)
  let count = 0
  let written = Promise.resolve()
  const write = () => {
    written = written
      .then(async () => {
        await opened.write(`${start}${String(++count).padStart(12)}\n`, 0)
        await opened.datasync()
      })
      // The next sign may succeed.
      .catch(() => undefined)
    return written
  }
  await write()
  const timer = setInterval(write, signMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await written
      await opened.close()
    },
  }
}

/** Compares the last sign with a new file next to it: the clock of another machine or of this one may differ from the file system's. */
function areOld(signs: string, ms: number): boolean {
  const fresh = `${signs}.now`
  writeFileSync(fresh, '')
  const now = statSync(fresh).mtimeMs
  rmSync(fresh)
  return now - statSync(signs).mtimeMs > ms
}

const SQLITE_BUSY = 5

/** Changes at each start of the machine. All containers of a machine have the same. */
function idOfMachine(): string {
  const linux = '/proc/sys/kernel/random/boot_id'
  return existsSync(linux) ? readFileSync(linux, 'utf8').trim() : hostname()
}

function readSign(file: string) {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const [machine = '', host = ''] = text.split('\n')
  return { text, machine, host }
}
