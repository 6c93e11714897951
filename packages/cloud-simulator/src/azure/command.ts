import { LimitReached } from '../budget.ts'
import { boundedJson } from '../cli/bounded-json.ts'
import { knownOptions, type Options, readWords } from '../cli/option-reader.ts'
import { query } from '../cli/query.ts'
import { azTable } from '../cli/table-output.ts'
import { tsv } from '../cli/text-output.ts'
import type { Call, ShellCommand } from '../command.ts'
import type { Session } from '../session.ts'
import { account } from './account.ts'
import { AzureError } from './call.ts'
import { directory } from './directory.ts'
import type { AzCall, AzOperation } from './operation.ts'
import { resources } from './resources.ts'
import { callerOf, NOT_SIGNED_IN } from './sign-in.ts'

const operations: Record<string, AzOperation> = { ...account, ...directory, ...resources }
const GLOBAL = 'query output/o subscription only-show-errors? verbose? debug?'

/** Errors worded by the resource manager, which the program prints with their code. */
const MANAGED = /^(AuthorizationFailed|ResourceNotFound|ResourceGroupNotFound|InvalidParameter)$/

/** `az`, the command line of Azure. */
export const az: ShellCommand = {
  about: 'the command line of Azure',
  async run(call) {
    try {
      return await run(call)
    } catch (error) {
      if (!(error instanceof AzureError)) throw error
      const isManaged = MANAGED.test(error.code)
      const text = isManaged
        ? `(${error.code}) ${error.message}\nCode: ${error.code}\nMessage: ${error.message}`
        : error.message
      call.err(`${error.exit === 2 ? '' : 'ERROR: '}${text}\n`)
      return error.exit
    }
  },
  complete: (_session, words) => {
    const typed = words.slice(0, -1).filter((one) => !one.startsWith('-'))
    const exact = operations[typed.join(' ')]
    if (exact) return knownOptions(`${exact.options} ${GLOBAL}`).map(({ name }) => `--${name}`)
    const prefix = typed.join(' ')
    return Object.keys(operations)
      .filter((one) => prefix === '' || one.startsWith(`${prefix} `))
      .map((one) => one.slice(prefix === '' ? 0 : prefix.length + 1).split(' ')[0] ?? '')
  },
}

async function run(call: Call): Promise<number> {
  const { session, args } = call
  if (session.world.cloud !== 'azure') throw new AzureError('', NOT_SIGNED_IN)
  if (args[0] === '--version' || args[0] === 'version') {
    call.out('azure-cli 2.79.0 (simulated)\n')
    return 0
  }
  const count = args.findIndex((one) => one.startsWith('-'))
  const words = (count === -1 ? args : args.slice(0, count)).join(' ')
  const name = Object.keys(operations)
    .filter((one) => words === one || words.startsWith(`${one} `))
    .sort((a, b) => b.length - a.length)[0]
  const found = name === undefined ? undefined : operations[name]
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return help(call, words)
  if (name === undefined || !found) throw lacking(session, words)
  const options = readWords(args.slice(name.split(' ').length), knownOptions(`${found.options} ${GLOBAL}`), {
    unknown: (option) => {
      session.missing.add(`az ${name} ${option.slice(0, 40)}`)
      return new AzureError('', `unrecognized arguments: ${option.slice(0, 80)} (it is not in this simulation)`, 2)
    },
    lacking: (names) => new AzureError('', `the following arguments are required: ${names.join(', ')}`, 2),
    empty: (option) => new AzureError('', `argument ${option}: expected one argument`, 2),
  })
  session.budget.spend(1000 + session.world.resources.length * 20)
  print(call, await found.run(callWith(session, options)), options)
  return 0
}

const callWith = (session: Session, options: Options): AzCall => ({
  session,
  options,
  world: session.world,
  get caller() {
    return callerOf(session)
  },
  option: (name) => options.option(name),
  need: (name) => options.need(name),
})

function lacking(session: Session, words: string): AzureError {
  session.missing.add(`az ${words.slice(0, 80)}`)
  const first = words.split(' ')[0] ?? ''
  const near = Object.keys(operations).filter((one) => one.split(' ')[0] === first)
  return new AzureError(
    '',
    `'az ${words.slice(0, 80)}' is not in this simulation. There are:\n${(near.length > 0 ? near : [...new Set(Object.keys(operations).map((one) => one.split(' ')[0]))]).map((one) => `    az ${one}`).join('\n')}`,
    2,
  )
}

function help({ out }: Call, words: string): number {
  const found = Object.keys(operations).filter((one) => one.startsWith(words))
  out(`${found.map((one) => `az ${one}`).join('\n')}\n`)
  return 0
}

function print(call: Call, result: unknown, options: Options) {
  if (result === undefined) return
  if (typeof result === 'object' && result !== null && 'print' in result) return call.out(String(result.print))
  const most = call.session.budget.limits.output
  const path = options.option('query')
  const asked = path === undefined ? result : queried(result, path)
  const format = options.option('output') ?? call.session.state.env.AZURE_CORE_OUTPUT ?? 'json'
  if (format === 'none') return
  if (asked === null || asked === undefined) return
  if (format === 'json' || format === 'jsonc') return call.out(`${boundedJson(asked, 2, most)}\n`)
  boundedJson(asked, 0, most)
  if (format === 'tsv') return call.out(tsv(asked))
  if (format === 'table') return call.out(azTable(asked))
  throw new AzureError(
    '',
    `argument --output/-o: invalid choice: '${format.slice(0, 40)}' (choose from 'json', 'jsonc', 'table', 'tsv', 'none'; yaml is not in this simulation)`,
    2,
  )
}

function queried(value: unknown, path: string): unknown {
  try {
    return query(value, path)
  } catch (error) {
    if (error instanceof LimitReached) throw error
    throw new AzureError('', `argument --query: invalid jmespath_type value: ${path.slice(0, 200)}`, 2)
  }
}
