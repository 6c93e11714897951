import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DrillReport } from '../../../../backup/drill.ts'
import type { BackupReport } from '../../../../backup/make.ts'
import type { Config } from '../../../../config.ts'
import type { Deps } from '../../../../deps.ts'
import { checkAlarmsNow } from '../../../../extension-points/alarm-rule.ts'
import { type BackupFolder, backupName, openBackupFolder } from '../../../../integrations/backup-target.ts'
import { runProgram } from '../../../../integrations/clouds/run-program.ts'
import type { Job } from '../../../../jobs/job.ts'
import { serverFolder } from '../../../../server-folder.ts'
import { explainStartFailure } from '../../../../start-errors.ts'
import { type BackupRun, deleteRun, endRun, failInterrupted, findRuns, insertRun } from './queries.ts'
import { isDrillDue, isDue, slotsAround } from './schedule.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'queue'>
type Backup = NonNullable<Config['backup']>

/** Runs `flagyard` with these arguments until it ends. */
type RunCommand = (args: string[], signal: AbortSignal) => Promise<{ code: unknown; output: string; errors: string }>

/** Seconds after which a run counts as lost. */
const MAX_SECONDS = 12 * 3_600

/** Scheduled backups and drills. Each is a separate process, which does not delay requests and returns its memory. */
export const backupJobs = (deps: NeededDeps, run: RunCommand = runFlagyard): Job<never>[] => [
  {
    name: 'system.back-up',
    expireInSeconds: MAX_SECONDS,
    isDue: async () => {
      const { backup } = deps.config
      const now = deps.clock.now()
      return backup !== undefined && isDue(slotsAround(backup.times, now).last, (await findRuns(deps.db)).backup, now)
    },
    async handle(_data, { signal }) {
      if (deps.config.backup) await backUp(deps, deps.config.backup, { run, signal })
    },
  },
  {
    name: 'system.drill',
    expireInSeconds: MAX_SECONDS,
    isDue: async () => {
      const { backup } = deps.config
      return backup !== undefined && isDrillDue(backup.times, await findRuns(deps.db), deps.clock.now())
    },
    async handle(_data, { signal }) {
      if (deps.config.backup) await drill(deps, deps.config.backup, { run, signal })
    },
  },
]

interface Running {
  run: RunCommand
  signal: AbortSignal
}

async function backUp(deps: NeededDeps, backup: Backup, { run, signal }: Running): Promise<void> {
  const name = backupName(deps.clock.now())
  const isGood = await record(deps, { kind: 'backup', name, signal }, async () => {
    const folder = await openBackupFolder(backup.target)
    const made = await readData<BackupReport>(run(['backup', folder.placeOf(name), ...optionsOf(backup)], signal))
    return { made_at: new Date(made.made_at), bytes: made.archive_bytes, rows: made.rows, files: made.files }
  })
  if (!isGood) return
  const folder = await openBackupFolder(backup.target)
  await prune(deps, folder, backup.keep)
  // Needs a permission on the bucket that the other calls do not.
  await folder.removeAbandoned(new Date(deps.clock.now().getTime() - ABANDONED_MS)).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'parts of interrupted backups could not be removed from the target')
  })
}

/** Time without progress after which a backup was killed. In a bucket, the time since its beginning. */
const ABANDONED_MS = 48 * 3_600_000

const drill = (deps: NeededDeps, backup: Backup, { run, signal }: Running) =>
  record(deps, { kind: 'drill', name: '', signal }, async (noteName) => {
    const folder = await openBackupFolder(backup.target)
    const name = (await folder.list()).at(-1)
    if (name === undefined) return { error: 'There is no backup in the target.' }
    noteName(name)
    const tried = await readData<DrillReport>(
      run(['restore', folder.placeOf(name), '--drill', ...optionsOf(backup)], signal),
    )
    const { head, rows, files, differences } = tried
    return { made_at: new Date(head.made_at), rows, files, differences }
  })

/** Removes the oldest backups, except the latest that a drill has restored. Runs only after a new backup is complete. */
async function prune({ db }: NeededDeps, folder: BackupFolder, keep: number): Promise<void> {
  const { drill } = await findRuns(db)
  for (const name of (await folder.list()).slice(0, -keep)) if (name !== drill.good?.name) await folder.remove(name)
}

const optionsOf = ({ passphraseFile }: Backup) => [
  '--json',
  ...(passphraseFile ? ['--passphrase-file', passphraseFile] : []),
]

async function readData<Data>(running: ReturnType<RunCommand>): Promise<Data> {
  const { code, output, errors } = await running
  // A drill that found differences prints them, and fails.
  if (output) return JSON.parse(output)
  if (code === UNEXPECTED || !errors) throw new Error(`The command ended with code ${code}: ${errors}`)
  throw new CommandFailedError(errors.trim())
}

/** Notes a run and its result. Returns whether it succeeded. */
async function record(
  { db, clock, log, queue, config }: NeededDeps,
  { kind, name, signal }: Pick<BackupRun, 'kind' | 'name'> & { signal: AbortSignal },
  work: (noteName: (found: string) => void) => Promise<Partial<BackupRun>>,
): Promise<boolean> {
  await failInterrupted(db, kind)
  const id = await insertRun(db, { kind, name, started_at: clock.now() })
  let found = name
  const end = (result: Partial<BackupRun>) => {
    const isGood = !result.error && !result.differences?.length
    const state = isGood ? ('done' as const) : ('failed' as const)
    return endRun(db, id, { ...result, name: found, state, ended_at: clock.now() }).then(() => isGood)
  }
  try {
    return await end(
      await work((name) => {
        found = name
      }),
    )
  } catch (error) {
    if (signal.aborted) {
      // This process is stopping. Another one begins again.
      await deleteRun(db, id)
      return false
    }
    log.error({ err: error, backup: found }, `A ${kind} failed`)
    return await end({ error: sentenceOf(error, config) })
  } finally {
    await checkAlarmsNow(db, { queue })
  }
}

/** A command has failed. The message is its sentence for the operator. */
class CommandFailedError extends Error {}

/** Maximum length of an error on the Operations page. */
const MAX_ERROR = 500

/** Other errors may contain values. They are in the log of the worker. */
function sentenceOf(error: unknown, config: Config): string {
  if (error instanceof CommandFailedError) return error.message.slice(0, MAX_ERROR)
  const { message, exitCode } = explainStartFailure(error, config)
  return exitCode === UNEXPECTED ? 'Unexpected error. The log of the worker describes it.' : message.slice(0, MAX_ERROR)
}

const UNEXPECTED = 1

const runFlagyard: RunCommand = async (args, signal) => {
  const built = fileURLToPath(new URL('flagyard.js', import.meta.url))
  const program = existsSync(built) ? built : join(serverFolder, 'src/flagyard.ts')
  const lines: string[] = []
  const { code, errors } = await runProgram({
    file: process.execPath,
    args: [...process.execArgv, program, ...args],
    cwd: serverFolder,
    env: process.env as Record<string, string>,
    signal,
    stop: { signal: 'SIGTERM', withinMs: 5_000 },
    onLine: (line) => lines.push(line),
  })
  return { code, output: lines.join('\n'), errors }
}
