import type { ShellCommand } from '../command.ts'
import { boundedJson } from '../engine/bounded-json.ts'
import { CloudError } from '../engine/caller.ts'
import { ServiceCall } from '../engine/operation.ts'
import { argparseError, argparseRules, near, queried, shellCommandOf } from '../engine/program.ts'
import { azTable } from '../engine/table-output.ts'
import { tsv } from '../engine/text-output.ts'
import { account } from './account.ts'
import type { AzOperations, AzureCaller } from './caller.ts'
import { directory } from './directory.ts'
import { resources } from './resources.ts'
import { callerOf, NOT_SIGNED_IN } from './sign-in.ts'

/** All operations of the simulated Azure. */
export const azureOperations: AzOperations = { ...account, ...directory, ...resources }

/** Errors worded by the resource manager, which the program prints with their code. */
const MANAGED = /^(AuthorizationFailed|ResourceNotFound|ResourceGroupNotFound|InvalidParameter)$/

/** `az`, the command line of Azure. */
export const az: ShellCommand = shellCommandOf<AzureCaller>({
  name: 'az',
  about: 'the command line of Azure',
  cloud: 'azure',
  operations: azureOperations,
  global: 'query output/o subscription only-show-errors? verbose? debug?',
  elsewhere: new CloudError('', NOT_SIGNED_IN),
  exit: 1,
  shown({ code, message, status }) {
    const text = MANAGED.test(code) ? `(${code}) ${message}\nCode: ${code}\nMessage: ${message}` : message
    return `${status === 2 ? '' : 'ERROR: '}${text}\n`
  },
  split: (args) => ({ before: [], words: args }),
  help(args, words) {
    if (args[0] === '--version' || args[0] === 'version') return 'azure-cli 2.79.0 (simulated)'
    if (args.length > 0 && !args.includes('--help') && !args.includes('-h')) return undefined
    const found = Object.keys(azureOperations).filter((one) => one.startsWith(plainWords(words)))
    return found.map((one) => `az ${one}`).join('\n')
  },
  unknown(session, words) {
    const named = `az ${plainWords(words).slice(0, 80)}`
    session.missing.add(named)
    const known = near(azureOperations, words).map((one) => `    az ${one}`)
    return argparseError(`'${named}' is not in this simulation. There are:\n${known.join('\n')}`)
  },
  options: (session, name) =>
    argparseRules(session, `az ${name}`, (names) =>
      argparseError(`the following arguments are required: ${names.join(', ')}`),
    ),
  callOf: (session, name, options) => new ServiceCall(session, name, options, () => callerOf(session)),
  print({ session, out }, made, whole) {
    if (whole === undefined) return
    const path = made.option('query')
    const result = queried(whole, path, () =>
      argparseError(`argument --query: invalid jmespath_type value: ${path?.slice(0, 200)}`),
    )
    const format = made.option('output') ?? session.state.env.AZURE_CORE_OUTPUT ?? 'json'
    if (format === 'none' || result === null || result === undefined) return
    const most = session.budget.limits.output
    if (format === 'json' || format === 'jsonc') return out(`${boundedJson(result, 2, most)}\n`)
    boundedJson(result, 0, most)
    if (format === 'tsv') return out(tsv(result))
    if (format === 'table') return out(azTable(result))
    throw argparseError(
      `argument --output/-o: invalid choice: '${format.slice(0, 40)}' (choose from 'json', 'jsonc', 'table', 'tsv', 'none'; yaml is not in this simulation)`,
    )
  },
})

/** Words in front of the first option. */
const plainWords = (args: string[]) => {
  const count = args.findIndex((one) => one.startsWith('-'))
  return (count === -1 ? args : args.slice(0, count)).join(' ')
}
