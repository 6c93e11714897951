import { LimitReached } from '../budget.ts'
import type { Call, ShellCommand } from '../command.ts'
import type { Session } from '../session.ts'
import type { CloudName } from '../world.ts'
import { type Caller, CloudError } from './caller.ts'
import { Noted, type Operation, type Operations, type ServiceCall } from './operation.ts'
import { knownOptions, type OptionRules, type Options, readOptions } from './options.ts'
import { query } from './query.ts'

/** The command line program of a cloud: what differs between `aws`, `az` and `gcloud`. */
export interface Program<C extends Caller> {
  name: string
  about: string
  cloud: CloudName
  operations: Operations<ServiceCall<C>>
  /** Options of every operation. */
  global: string
  /** Error in an account of another cloud. */
  elsewhere: CloudError
  /** Text of an error on the screen. */
  shown(error: CloudError, args: string[]): string
  /** Exit code of an error of the cloud. */
  exit: number
  /** Separates options in front of the command from its words. */
  split(args: string[]): { before: string[]; words: string[] }
  /** Version or help, if the arguments ask for it. */
  help(args: string[], words: string[]): string | undefined
  /** Commands outside the table. */
  own?(call: Call, words: string[]): number | undefined
  ownWords?(session: Session, words: string[]): string[] | undefined
  /** Error for words that are in no row. */
  unknown(session: Session, words: string[]): CloudError
  options(session: Session, name: string): OptionRules
  callOf(session: Session, name: string, options: Options): ServiceCall<C>
  /** Printed before the result. */
  warning?(made: ServiceCall<C>): string | undefined
  print(call: Call, made: ServiceCall<C>, result: unknown, operation: Operation<ServiceCall<C>>): void
}

/** Reads the arguments, finds the row, makes the call and prints its result. */
export const shellCommandOf = <C extends Caller>(program: Program<C>): ShellCommand => ({
  about: program.about,
  async run(call) {
    try {
      return await run(program, call)
    } catch (error) {
      if (!(error instanceof CloudError)) throw error
      call.err(program.shown(error, call.args))
      return error.status < 256 ? error.status : program.exit
    }
  },
  complete(session, words) {
    const own = program.ownWords?.(session, words)
    if (own) return own
    const typed = words.slice(0, -1).filter((one) => !one.startsWith('-'))
    const name = nameOf(program.operations, typed)
    const found = name === undefined ? undefined : program.operations[name]
    if (found) return knownOptions(`${found.options} ${program.global}`).map((one) => `--${one.name}`)
    return Object.keys(program.operations).flatMap((one) => {
      const parts = one.split(' ')
      return typed.every((word, at) => parts[at] === word) ? (parts[typed.length] ?? []) : []
    })
  },
})

async function run<C extends Caller>(program: Program<C>, call: Call): Promise<number> {
  const { session, args } = call
  const { operations, global } = program
  if (session.world.cloud !== program.cloud) throw program.elsewhere
  const { before, words } = program.split(args)
  const help = program.help(args, words)
  if (help !== undefined) {
    call.out(`${help}\n`)
    return 0
  }
  const exit = program.own?.(call, [...words, ...before])
  if (exit !== undefined) return exit
  const name = nameOf(operations, words)
  const found = name === undefined ? undefined : operations[name]
  if (name === undefined || !found) throw program.unknown(session, words)
  const given = [...before, ...words.slice(name.split(' ').length)]
  const options = readOptions(given, knownOptions(`${found.options} ${global}`), program.options(session, name))
  const made = program.callOf(session, name, options)
  session.budget.spend(1000 + session.world.resources.length * 20)
  const result = await found.run(made)
  call.err(program.warning?.(made) ?? '')
  if (typeof result === 'string') call.out(result)
  else if (result instanceof Noted) {
    call.err(result.note)
    call.out(result.text)
  } else program.print(call, made, result, found)
  return 0
}

// The longest names have four words, such as `iam service-accounts keys create`.
const MAX_WORDS = 6

/** The longest operation with which the words begin. */
export function nameOf(operations: Operations<never>, words: string[]): string | undefined {
  for (let count = Math.min(words.length, MAX_WORDS); count > 0; count--) {
    const name = words.slice(0, count).join(' ')
    if (Object.hasOwn(operations, name)) return name
  }
  return undefined
}

/** Operations of the services or groups whose name is the first of these words; all first words if there are none. */
export function near(operations: Operations<never>, [first]: string[]): string[] {
  const names = Object.keys(operations)
  const found = names.filter((one) => one.split(' ')[0] === first)
  return found.length > 0 ? found : [...new Set(names.map((one) => one.split(' ')[0] ?? ''))]
}

/** Option rules of `az` and `gcloud`, whose messages are those of Python's argparse. */
export const argparseRules = (session: Session, command: string, lacking: OptionRules['lacking']): OptionRules => ({
  isShort: true,
  unknown(option) {
    session.missing.add(`${command} ${option.slice(0, 40)}`)
    return argparseError(`unrecognized arguments: ${option.slice(0, 80)} (it is not in this simulation)`)
  },
  lacking,
  empty: (option) => argparseError(`argument ${option}: expected one argument`),
})

export const argparseError = (message: string) => new CloudError('', message, 2)

/** Applies `--query`, with an error in the program's words. */
export function queried(value: unknown, path: string | undefined, wrong: (reason: string) => CloudError): unknown {
  if (path === undefined) return value
  try {
    return query(value, path)
  } catch (error) {
    if (error instanceof LimitReached) throw error
    throw wrong(error instanceof Error ? error.message : 'it cannot be read')
  }
}
