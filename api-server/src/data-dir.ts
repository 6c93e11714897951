import { randomBytes } from 'node:crypto'
import { accessSync, constants, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of DATA_DIR cannot be used; the message is one sentence for the operator. */
export class DataDirError extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      `DATA_DIR cannot be used: the folder ${folder} ${reason(cause)}. Choose another one, or give this user write access to it.`,
      { cause },
    )
    this.name = 'DataDirError'
  }
}

/** Creates the folder with access only for its owner, or throws an error that says why it cannot be used. */
export function prepareDataDir(folder: string): void {
  // Applies to every file that this process creates from here on: other users of the machine must not read the database or data exports.
  process.umask(0o077)
  try {
    makeFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new DataDirError(folder, error)
  }
}

/** Creates folders level by level: Node's own `recursive` never returns where folders cannot be created, such as below /proc. */
function makeFolder(folder: string, codeOfFile = 'EEXIST'): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw Object.assign(new Error(), { code: codeOfFile })
  if (found) return
  makeFolder(dirname(folder), 'ENOTDIR')
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

/** The secret stored under this name, generated on first use. If two processes generate it at the same time, the first link wins and both use it. */
export function loadOrCreateSecret(folder: string, name: string, bytes: number): string {
  const file = join(folder, name)
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, randomBytes(bytes).toString('base64url'), { mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw new DataDirError(folder, error)
  } finally {
    rmSync(draft, { force: true })
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 8) throw new DataDirError(folder, new Error(`holds an empty ${name}`))
  return secret
}

const reasons: Record<string, string> = {
  EACCES: 'is not writable by this user',
  EPERM: 'is not writable by this user',
  EROFS: 'is on a read-only disk',
  ENOENT: 'cannot be created there',
  ENOSPC: 'is on a full disk',
  ENOTDIR: 'has a file as a parent',
  EEXIST: 'is a file',
}

function reason(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return reasons[code] ?? (cause instanceof Error ? cause.message : String(cause))
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
