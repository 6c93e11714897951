import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { capability } from '@flagyard/api-types/schemas'
import { type Config, loadConfig } from './config.ts'
import { DatabaseInUseError, openDatabase } from './db/open.ts'
import { isFilled } from './demo/marker.ts'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'
import { createAdministrator, resetFactors, unlockAccount } from './features/users/command-line.ts'
import { systemClock } from './integrations/clock.ts'
import { explainStartFailure } from './start-errors.ts'

const usage = `Usage:
  npm run admin -- create <username> <email> [--name "Full Name"] [--capabilities owner,support] [--password-stdin]
  npm run admin -- reset-factor <username>
  npm run admin -- unlock <username>

create        makes an activated administrator. The first one holds every capability; later ones hold those of
              --capabilities (${capability.options.join(', ')}), without it none: they may read.
              The password is asked for, or read from standard input, or made and printed once.
reset-factor  removes second factors and recovery codes, and signs the account out everywhere.
unlock        enables a disabled account, and forgets its failed tries.

The embedded database belongs to one process: stop the server first. On Postgres it may run on.`

/** What was typed is no command of ours. */
class UsageError extends Error {}

type Run = (deps: Pick<Deps, 'db' | 'clock'>) => Promise<string>

const commands: Record<string, (args: string[]) => Promise<Run>> = {
  async create(args) {
    const { positionals, values } = parse(args, 2, {
      name: { type: 'string' },
      capabilities: { type: 'string' },
      'password-stdin': { type: 'boolean' },
    })
    const [username = '', email = ''] = positionals
    const capabilities = readCapabilities(values.capabilities)
    const { password, made } = await readPassword(values['password-stdin'] === true)
    return async (deps) => {
      const full_name = typeof values.name === 'string' ? values.name : username
      const created = await createAdministrator(deps, { username, email, full_name, password, capabilities })
      const held = created.capabilities.join(', ') || 'none, so it may only read'
      return [
        `Made the administrator ${username.toLowerCase()}. Capabilities: ${held}.`,
        ...(made ? [`Password, shown this once: ${password}`] : []),
      ].join('\n')
    }
  },
  async 'reset-factor'(args) {
    const [username = ''] = parse(args, 1).positionals
    return async (deps) => {
      const { factors, codes } = await resetFactors(deps, username)
      return `Removed ${factors} second factors and ${codes} recovery codes of ${username}, and signed it out everywhere.`
    }
  },
  async unlock(args) {
    const [username = ''] = parse(args, 1).positionals
    return async (deps) => {
      const { wasDisabled } = await unlockAccount(deps, username)
      return `${wasDisabled ? `Enabled ${username} again` : `${username} was not disabled`}; its failed tries are forgotten.`
    }
  },
}

let config: Config | undefined
try {
  const [name = '', ...args] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(name ? `There is no command ${name}.` : 'Which command?')
  const run = await command(args)
  // As in `npm start`, the demo is what runs unless the environment says otherwise; a SECRET_KEY is production's.
  config = loadConfig({ ...process.env, DEMO: process.env.DEMO ?? (process.env.SECRET_KEY ? '0' : '1') })
  process.stdout.write(`${await onDatabase(config, run)}\n`)
} catch (error) {
  const { message, exitCode } = explain(error)
  process.stderr.write(`${message}\n`)
  process.exitCode = exitCode
}

async function onDatabase(settings: Config, run: Run): Promise<string> {
  const opened = await openDatabase(settings)
  try {
    await opened.migrate()
    const filled = await isFilled(opened.db, settings)
    if (settings.demo && !filled)
      throw new ApiError(
        'conflict',
        'The demo has not been started on this database yet: run npm start once, or set DEMO=0.',
      )
    return await run({ db: opened.db, clock: systemClock })
  } finally {
    await opened.close()
  }
}

function explain(error: unknown): { message: string; exitCode: number } {
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

function parse(args: string[], count: number, options: Options = {}) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true })
    if (parsed.positionals.length !== count) throw new Error(`Expected ${count}, got ${parsed.positionals.length}`)
    return parsed
  } catch {
    throw new UsageError('That is not how this command is used.')
  }
}

function readCapabilities(list: unknown) {
  const names = typeof list === 'string' ? list.split(',').map((name) => name.trim()) : []
  return names.map((name) => {
    const known = capability.safeParse(name)
    if (!known.success) throw new UsageError(`There is no capability ${name}.`)
    return known.data
  })
}

/** From standard input, from the keyboard without echo, or made: where nobody can type, and where nothing is typed. */
async function readPassword(fromStdin: boolean): Promise<{ password: string; made: boolean }> {
  if (fromStdin) return { password: (await text(process.stdin)).replace(/\r?\n$/, ''), made: false }
  const typed = process.stdin.isTTY ? await ask('Password (nothing shows; Enter alone makes one): ') : ''
  if (typed === '') return { password: randomBytes(15).toString('base64url'), made: true }
  if ((await ask('The same again: ')) !== typed) throw new ApiError('conflict', 'These were two different passwords.')
  return { password: typed, made: false }
}

async function ask(question: string): Promise<string> {
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
