import { BackupError } from './backup/archive.ts'
import { type Config, ConfigError } from './config.ts'
import { DataDirError } from './data-dir.ts'
import { placeOf } from './database-url.ts'
import { WrongSecretKeyError } from './db/assert-secret-key.ts'
import { NotEmptyError } from './db/copy.ts'
import { MigrationFailedError } from './db/migrations.ts'
import { CopyInUseError, DatabaseInUseError, isDatabaseUnavailable, isDiskFull } from './db/open.ts'
import { UnconfirmedCopyError } from './db/restored.ts'
import { WrongDatabaseError } from './demo/marker.ts'
import { FileStoreUnavailableError } from './integrations/files.ts'
import { toDescribedError } from './log.ts'

interface StartFailure {
  /** Sentences for the operator, one per line. */
  message: string
  exitCode: number
}

/** Converts a startup error to a message the operator can act on. Other errors are bugs and shown with their stack. */
export function explainStartFailure(
  error: unknown,
  config?: Pick<Config, 'host' | 'port' | 'databaseUrl'>,
): StartFailure {
  if (error instanceof ConfigError) {
    return { message: ['Flagyard cannot start:', ...error.problems].join('\n'), exitCode: exitCodes.configuration }
  }
  if (error instanceof DataDirError) return { message: error.message, exitCode: exitCodes.cannotCreate }
  if (error instanceof WrongSecretKeyError) return { message: error.message, exitCode: exitCodes.configuration }
  if (error instanceof WrongDatabaseError) return { message: error.message, exitCode: exitCodes.configuration }
  if (error instanceof DatabaseInUseError || error instanceof CopyInUseError)
    return { message: error.message, exitCode: exitCodes.unavailable }
  if (error instanceof FileStoreUnavailableError) return { message: error.message, exitCode: exitCodes.unavailable }
  const code = codeOf(error)
  if (config && isListening(error)) {
    const sentence = listening[code]
    if (sentence) return { message: sentence(config), exitCode: exitCodes.unavailable }
  }
  if (error instanceof BackupError || error instanceof NotEmptyError || error instanceof UnconfirmedCopyError)
    return { message: error.message, exitCode: exitCodes.refused }
  if (isDiskFull(error))
    return {
      message: 'A disk is full: that of the database, or of a file that was being written.',
      exitCode: exitCodes.fileError,
    }
  if (isFileError(error)) return { message: error.message, exitCode: exitCodes.fileError }
  const database = config?.databaseUrl ? explainDatabase(error, config.databaseUrl) : undefined
  if (database) return { message: database, exitCode: exitCodes.unavailable }
  if (error instanceof MigrationFailedError) return { message: error.message, exitCode: exitCodes.migration }
  const { message, stack } = toDescribedError(error)
  return { message: stack ?? message, exitCode: 1 }
}

/** Exit codes of all commands, as in sysexits.h. 1 is an unexpected error. */
export const exitCodes = {
  usage: 64,
  refused: 65,
  unavailable: 69,
  migration: 70,
  cannotCreate: 73,
  fileError: 74,
  configuration: 78,
}

/** Errors of files named in the arguments of a command. Their messages name the path. */
const isFileError = (error: unknown): error is Error =>
  error instanceof Error &&
  'path' in error &&
  ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'EROFS', 'EIO'].includes(codeOf(error))

const listening: Record<string, (config: Pick<Config, 'host' | 'port'>) => string> = {
  EADDRINUSE: ({ host, port }) => `Port ${port} of ${host} is in use by another program. Stop it, or set another PORT.`,
  EACCES: ({ port }) => `This user may not use port ${port}. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST ${host} is not an address of this machine. Set HOST to one of its addresses, such as 127.0.0.1.`,
  ENOTFOUND: ({ host }) => `HOST ${host} is not known here. Set HOST to an address of this machine, such as 127.0.0.1.`,
}

function isListening(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
}

/** Shows the address without its password. */
function explainDatabase(error: unknown, databaseUrl: string): string | undefined {
  const place = placeOf(databaseUrl)
  const code = codeOf(error)
  if (code === '28P01' || code === '28000')
    return `The database at ${place} refuses the user or password of DATABASE_URL.`
  if (code === '3D000') return `The database at ${place} does not exist. Create it, or correct DATABASE_URL.`
  if (code === '42501')
    return `The user of DATABASE_URL may not create tables in ${place}. Make it the owner of that database.`
  if (isDatabaseUnavailable(error)) {
    return `The database at ${place} cannot be reached (${code || 'no answer'}). Check that it runs and that DATABASE_URL is right.`
  }
  return undefined
}

/** The innermost error code: drivers wrap the system's error. */
function codeOf(error: unknown): string {
  let code = ''
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
    if (first instanceof Error && 'code' in first && typeof first.code === 'string') code = first.code
  }
  return code
}
