import { knownOptions, type Options, readWords } from '../cli/option-reader.ts'
import type { Call, ShellCommand } from '../command.ts'
import type { Session } from '../session.ts'
import { GcpError } from './call.ts'
import { filtered, flattened, formatted } from './format.ts'
import type { GcloudCall, GcloudOperation, Said } from './operation.ts'
import { projects } from './projects.ts'
import { services } from './services.ts'
import { callerOf } from './sign-in.ts'

const operations: Record<string, GcloudOperation> = { ...projects, ...services }
const GLOBAL =
  'project format filter flatten limit page-size sort-by quiet/q? verbosity impersonate-service-account account uri? log-http?'

/** `gcloud`, the command line of Google Cloud. */
export const gcloud: ShellCommand = {
  about: 'the command line of Google Cloud',
  async run(call) {
    try {
      return await run(call)
    } catch (error) {
      if (!(error instanceof GcpError)) throw error
      const name = nameOf(leading(call.args)[1]) ?? call.args[0] ?? ''
      call.err(`ERROR: (gcloud.${name.replaceAll(' ', '.')}) ${error.message}\n`)
      return error.status === 2 ? 2 : 1
    }
  },
  complete(_session, words) {
    const typed = words.slice(0, -1).filter((one) => !one.startsWith('-'))
    const exact = operations[typed.join(' ')]
    if (exact) return knownOptions(`${exact.options} ${GLOBAL}`).map(({ name }) => `--${name}`)
    const prefix = typed.length === 0 ? '' : `${typed.join(' ')} `
    return Object.keys(operations)
      .filter((one) => one.startsWith(prefix))
      .map((one) => one.slice(prefix.length).split(' ')[0] ?? '')
  },
}

async function run(call: Call): Promise<number> {
  const { session, args } = call
  if (session.world.cloud !== 'gcp') throw new GcpError('', 'You do not currently have an active account selected.')
  if (args[0] === 'version' || args[0] === '--version') {
    call.out('Google Cloud SDK 545.0.0 (simulated)\n')
    return 0
  }
  const plain = args.filter((one) => !one.startsWith('-'))
  if (args.length === 0 || args.includes('--help') || args[0] === 'help') {
    call.out(
      `${Object.keys(operations)
        .filter((one) => one.startsWith(plain.join(' ')))
        .map((one) => `gcloud ${one}`)
        .join('\n')}\n`,
    )
    return 0
  }
  const [before, words] = leading(args)
  const name = nameOf(words)
  const found = name === undefined ? undefined : operations[name]
  if (name === undefined || !found) throw lacking(session, plain.slice(0, 4).join(' '))
  const options = readWords(
    [...before, ...words.slice(name.split(' ').length)],
    knownOptions(`${found.options} ${GLOBAL}`),
    {
      unknown: (option) => {
        session.missing.add(`gcloud ${name} ${option.slice(0, 40)}`)
        return new GcpError('', `unrecognized arguments: ${option.slice(0, 80)} (it is not in this simulation)`, 2)
      },
      lacking: (names) => new GcpError('', `argument ${names.join(', ')}: Must be specified.`, 2),
      empty: (option) => new GcpError('', `argument ${option}: expected one argument`, 2),
    },
  )
  session.budget.spend(1000 + session.world.resources.length * 20)
  print(call, found, await found.run(callWith(session, options)), options)
  return 0
}

/** Longest command that matches the beginning of the words. */
function nameOf(words: string[]): string | undefined {
  const joined = words.join(' ')
  return Object.keys(operations)
    .filter((one) => joined === one || joined.startsWith(`${one} `))
    .sort((a, b) => b.length - a.length)[0]
}

/** Global options that precede the command. */
function leading(args: string[]): [string[], string[]] {
  let at = 0
  while (args[at]?.startsWith('-')) at += args[at]?.includes('=') || /^(-q|--quiet)$/.test(args[at] ?? '') ? 1 : 2
  return [args.slice(0, at), args.slice(at)]
}

function callWith(session: Session, options: Options): GcloudCall {
  let known: GcloudCall['caller'] | undefined
  return {
    session,
    options,
    world: session.world,
    named: options.rest[0] ?? '',
    get caller() {
      known ??= callerOf(session, options.option('impersonate-service-account'))
      return known
    },
    option: (name) => options.option(name),
  }
}

function lacking(session: Session, words: string): GcpError {
  session.missing.add(`gcloud ${words.slice(0, 80)}`)
  const first = words.split(' ')[0] ?? ''
  const near = Object.keys(operations).filter((one) => one.split(' ')[0] === first)
  return new GcpError(
    '',
    `“gcloud ${words.slice(0, 80)}” is not in this simulation. There are:\n${(near.length > 0 ? near : [...new Set(Object.keys(operations).map((one) => one.split(' ')[0]))]).map((one) => `  gcloud ${one}`).join('\n')}`,
    2,
  )
}

function print(call: Call, operation: GcloudOperation, result: unknown, options: Options) {
  const impersonated = options.option('impersonate-service-account')
  if (impersonated)
    call.err(
      `WARNING: This command is using service account impersonation. All API calls will be executed as [${impersonated}].\n`,
    )
  if (typeof result === 'object' && result !== null && ('print' in result || 'note' in result)) {
    const { print: text = '', note = '' } = result as Said
    if (note) call.err(note)
    return call.out(text)
  }
  let shown = result
  const flatten = options.option('flatten')
  const filter = options.option('filter')
  if (flatten) shown = flattened(Array.isArray(shown) ? shown : [shown], flatten)
  if (filter) shown = filtered(Array.isArray(shown) ? shown : [shown], filter)
  const limit = options.option('limit')
  if (limit !== undefined && Array.isArray(shown)) shown = shown.slice(0, Number(limit))
  call.out(formatted(shown, options.option('format') ?? operation.format, call.session.budget.limits.output))
}
