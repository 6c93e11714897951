import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Config, loadConfig } from '../config.ts'
import { assertSecretKey } from '../db/assert-secret-key.ts'
import { migrateDatabase } from '../db/last-start.ts'
import { DatabaseInUseError, openDatabase } from '../db/open.ts'
import { isFilled } from '../demo/marker.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../errors.ts'
import { systemClock } from '../integrations/clock.ts'
import { openFiles } from '../integrations/open-files.ts'
import { createSecrets } from '../secrets.ts'
import { serverFolder } from '../server-folder.ts'
import { exitCodes, explainStartFailure } from '../start-errors.ts'

/** The command line is not a known command. */
export class UsageError extends Error {}

type CommandDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'config'>

/** Result of a command. `data` is printed instead of `text` with `--json`. */
export interface Result {
  text: string
  data?: object
  exitCode?: number
}

/** A command returns its result, or a function that runs with the migrated database. */
type Run = string | Result | ((deps: CommandDeps) => Promise<string | Result>)

interface Option {
  /** Name of the value in the help. An option without one is a switch. */
  value?: string
  about: string
}

type Options = Record<string, Option>
type ValuesOf<O extends Options> = { [K in keyof O]: O[K] extends { value: string } ? string | undefined : boolean }

export interface Command {
  about: string
  words: readonly string[]
  options: Options
  json: boolean
  run(words: string[], options: Record<string, string | boolean | undefined>): Promise<Run>
}

/** Commands below one word. */
export interface Group {
  about: string
  commands: Record<string, Command | { about: string; load(): Promise<Command | Group> }>
}

/** Declares a command with its words (required) and options. `about` begins with a sentence for the list of commands. */
export const command = <const W extends readonly string[], const O extends Options>(declared: {
  about: string
  words: W
  options?: O
  /** Whether `--json` prints the data of the result. */
  json?: boolean
  run(words: { [K in keyof W]: string }, options: ValuesOf<O>): Promise<Run>
}): Command => ({
  about: declared.about,
  words: declared.words,
  options: declared.options ?? {},
  json: declared.json ?? false,
  run: (words, options) => declared.run(words as { [K in keyof W]: string }, options as ValuesOf<O>),
})

/** Folder from which the command was called. npm runs scripts in the folder of the package. */
const callerFolder = process.env.INIT_CWD ?? process.cwd()

/** Absolute path of a file or folder named on the command line. */
export const absolute = (path: string): string => resolve(callerFolder, path)

let config: Config | undefined

/** Variables of a command. As in `npm start`, demo mode is the default, unless the environment sets DEMO or a SECRET_KEY, which implies production. */
export const commandEnvironment = () => ({
  ...process.env,
  DEMO: process.env.DEMO ?? (process.env.SECRET_KEY ? '0' : '1'),
})

/** Settings of a command. */
export function loadSettings(): Config {
  config = loadConfig(commandEnvironment())
  return config
}

/** Runs the command of the arguments of this process, and sets the exit code. */
export async function runCommandLine(program: Group, args = process.argv.slice(2)): Promise<void> {
  let help = ''
  try {
    // A relative DATA_DIR means the same folder for the server and every command.
    process.chdir(resolve(serverFolder, '..'))
    let current: Group | Command = program
    const path = ['flagyard']
    let rest = args[0] === '--version' ? ['version', ...args.slice(1)] : args
    for (; 'commands' in current; ) {
      help = helpOfGroup(path, current)
      const [name, ...others] = rest
      if (name === '--help' || name === '-h') return print(help)
      if (name === undefined) throw new UsageError('Which command?')
      const found: Group['commands'][string] | undefined = Object.hasOwn(current.commands, name)
        ? current.commands[name]
        : undefined
      if (!found) throw new UsageError(`There is no command ${[...path.slice(1), name].join(' ')}.`)
      current = 'load' in found ? await found.load() : found
      path.push(name)
      rest = others
    }
    help = helpOfCommand(path, current)
    const { values, positionals } = parse(rest, current)
    if (values.help) return print(help)
    const run = await current.run(positionals, values)
    const result = typeof run === 'function' ? await onDatabase(loadSettings(), run) : run
    const { text, data, exitCode = 0 } = typeof result === 'string' ? { text: result } : result
    print(values.json ? JSON.stringify(data ?? { message: text }, null, 2) : text)
    process.exitCode = exitCode
  } catch (error) {
    const { message, exitCode } = explain(error, help)
    process.stderr.write(`${message}\n`)
    process.exitCode = exitCode
  }
}

const print = (text: string) => void process.stdout.write(text && `${text}\n`)

async function onDatabase(settings: Config, run: Extract<Run, (...args: never) => unknown>): Promise<string | Result> {
  const opened = await openDatabase(settings)
  try {
    await migrateDatabase(opened)
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

function explain(error: unknown, help: string): { message: string; exitCode: number } {
  if (error instanceof UsageError) return { message: `${error.message}\n\n${help}`, exitCode: exitCodes.usage }
  if (error instanceof ApiError) {
    const sentences = error.errors.map(({ field, message }) => `${field}: ${message}.`)
    return { message: sentences.length > 0 ? sentences.join('\n') : error.message, exitCode: exitCodes.refused }
  }
  if (error instanceof DatabaseInUseError && config)
    return {
      message: `The server is using the database in ${config.dataDir}: stop it first, then run this again.`,
      exitCode: exitCodes.unavailable,
    }
  return explainStartFailure(error, config)
}

/** Parses all words of a command and its options. */
function parse(args: string[], { words, options, json }: Command) {
  const off = { type: 'boolean', default: false } as const
  const accepted: NonNullable<ParseArgsConfig['options']> = { ...(json && { json: off }), help: { ...off, short: 'h' } }
  for (const [name, { value }] of Object.entries(options))
    accepted[name] = value === undefined ? off : { type: 'string' }
  try {
    const parsed = parseArgs({ args, options: accepted, allowPositionals: true })
    const values = parsed.values as Record<string, string | boolean | undefined>
    if (!values.help && parsed.positionals.length !== words.length)
      throw new UsageError(words.length === 0 ? 'It takes no arguments.' : `It takes ${words.join(' and ')}.`)
    return { values, positionals: parsed.positionals }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError('Invalid arguments.')
  }
}

const EXIT_CODES = `Exit codes: 0 done · 64 wrong usage · 65 refused, or a check failed · 69 database, store or network unavailable ·
70 a migration failed · 73 a file cannot be created · 74 a file cannot be read or written · 78 wrong configuration · 1 unexpected error`

/** Two columns, with the first as wide as its longest entry. */
function table(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows
    .map(([name, about]) => `  ${name.padEnd(width)}  ${about.replaceAll('\n', `\n${' '.repeat(width + 4)}`)}`)
    .join('\n')
}

function helpOfGroup(path: string[], { about, commands }: Group): string {
  const rows = Object.entries(commands).map(([name, { about }]): [string, string] => {
    return [name, about.split('\n\n', 1)[0] ?? '']
  })
  const parent = path.join(' ')
  return `Usage: ${parent} COMMAND\n\n${about}\n\n${table(rows)}\n\n${parent} COMMAND --help shows the options of a command.\n\n${EXIT_CODES}`
}

function helpOfCommand(path: string[], { about, words, options, json }: Command): string {
  const rows = Object.entries(options).map(([name, { value, about }]): [string, string] => {
    return [`--${name}${value === undefined ? '' : ` ${value}`}`, about]
  })
  if (json) rows.push(['--json', 'prints the result as JSON'])
  const usage = [...path, ...words, ...rows.map(([option]) => `[${option}]`)].join(' ')
  return [
    `Usage: ${usage}`,
    about.charAt(0).toUpperCase() + about.slice(1),
    ...(rows.length > 0 ? [table(rows)] : []),
    EXIT_CODES,
  ].join('\n\n')
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
