import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { type Config, loadConfig } from '../config.ts'
import { assertSecretKey } from '../db/assert-secret-key.ts'
import { DatabaseInUseError, openDatabase } from '../db/open.ts'
import { isFilled } from '../demo/marker.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../errors.ts'
import { systemClock } from '../integrations/clock.ts'
import { openFiles } from '../integrations/open-files.ts'
import { createSecrets } from '../secrets.ts'
import { explainStartFailure } from '../start-errors.ts'

/** The command line is not a known command. */
export class UsageError extends Error {}

type CommandDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'config'>

/** A command: a function that runs with the open database and returns the text to print, or a fixed text for commands without a database. */
type Run = ((deps: CommandDeps) => Promise<string>) | string

export type Commands = Record<string, (args: string[]) => Promise<Run>>

/** Runs the given command on the database of the environment. Sets the exit code on failure. */
export async function runCommandLine(usage: string, commands: Commands): Promise<void> {
  let config: Config | undefined
  try {
    const [name = '', ...args] = process.argv.slice(2)
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new UsageError(name ? `There is no command ${name}.` : 'Which command?')
    const run = await command(args)
    if (typeof run !== 'string')
      // As in `npm start`, demo mode is the default unless the environment sets DEMO, or a SECRET_KEY, which implies production.
      config = loadConfig({ ...process.env, DEMO: process.env.DEMO ?? (process.env.SECRET_KEY ? '0' : '1') })
    const text = typeof run === 'string' || !config ? run : await onDatabase(config, run)
    process.stdout.write(`${text}\n`)
  } catch (error) {
    const { message, exitCode } = explain(error, usage, config)
    process.stderr.write(`${message}\n`)
    process.exitCode = exitCode
  }
}

async function onDatabase(settings: Config, run: Exclude<Run, string>): Promise<string> {
  const opened = await openDatabase(settings)
  try {
    await opened.migrate()
    await assertSecretKey(opened.db, createSecrets(settings.secretKey), settings)
    const filled = await isFilled(opened.db, settings)
    if (settings.demo && !filled)
      throw new ApiError(
        'conflict',
        'The demo has not been started on this database yet: run npm start once, or set DEMO=0.',
      )
    return await run({ db: opened.db, clock: systemClock, files: await openFiles(settings), config: settings })
  } finally {
    await opened.close()
  }
}

function explain(error: unknown, usage: string, config: Config | undefined): { message: string; exitCode: number } {
  if (error instanceof UsageError) return { message: `${error.message}\n\n${usage}`, exitCode: 64 }
  if (error instanceof ApiError) {
    const sentences = error.errors.map(({ field, message }) => `${field}: ${message}.`)
    return { message: sentences.length > 0 ? sentences.join('\n') : error.message, exitCode: 65 }
  }
  if (error instanceof DatabaseInUseError && config)
    return {
      message: `The server is using the database in ${config.dataDir}: stop it first, then run this again.`,
      exitCode: 69,
    }
  return explainStartFailure(error, config)
}

type Options = Record<string, { type: 'string' | 'boolean' }>

/** Parses exactly `count` words and the given options. */
export function parse(args: string[], count: number, options: Options = {}) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true })
    if (parsed.positionals.length !== count) throw new Error(`Expected ${count}, got ${parsed.positionals.length}`)
    return parsed
  } catch {
    throw new UsageError('Invalid arguments.')
  }
}

/** Asks for a secret at the keyboard without echo. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  lines.once('SIGINT', () => process.exit(130))
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
