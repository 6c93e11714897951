import { LimitReached } from '../budget.ts'
import { boundedJson } from '../cli/bounded-json.ts'
import { query } from '../cli/query.ts'
import { awsTable } from '../cli/table-output.ts'
import { awsText } from '../cli/text-output.ts'
import type { Call, ShellCommand } from '../command.ts'
import { AwsCall, operationOf } from './call.ts'
import { completeAws } from './complete.ts'
import { configure } from './configure.ts'
import { AwsError, AwsUsageError } from './error.ts'
import { readOptions } from './options.ts'
import { profileOf } from './profile.ts'
import { services } from './services.ts'
import { findCaller } from './sign-in.ts'
/** The `aws` command, with the behaviour of version 2. */
export const aws: ShellCommand = {
  about: 'the command line of AWS',
  async run(call) {
    if (call.session.world.cloud !== 'aws') {
      call.err('\nUnable to locate credentials. You can configure credentials by running "aws configure".\n')
      return 253
    }
    try {
      return await run(call)
    } catch (error) {
      if (!(error instanceof AwsError)) throw error
      call.err(
        error instanceof AwsUsageError
          ? `${error.message}\n`
          : `\nAn error occurred (${error.code}) when calling the ${operationOf(error) ?? operationName(call.args)} operation: ${error.message}\n`,
      )
      return error.exit
    }
  },
  complete: completeAws,
}

async function run(call: Call): Promise<number> {
  const { session } = call
  const [service, operation, ...args] = withoutLeadingOptions(call.args)
  if (service === '--version') {
    call.out('aws-cli/2.31.4 Python/3.13.7 Linux/6.1 simulated\n')
    return 0
  }
  if (service === undefined || service === 'help' || operation === 'help') return help(call, service)
  if (service === 'configure')
    return configure(
      call,
      [operation ?? '', ...args].filter((one, at) => at > 0 || one !== ''),
    )
  const operations = Object.hasOwn(services, service) ? services[service] : undefined
  if (!operations) throw lacking(call, `aws ${service}`, Object.keys(services))
  if (operation === undefined)
    throw new AwsUsageError(
      'usage: aws [options] <command> <subcommand> [<subcommand> ...] [parameters]\n\naws: error: the following arguments are required: operation',
    )
  const found = Object.hasOwn(operations, operation) ? operations[operation] : undefined
  if (!found) throw lacking(call, `aws ${service} ${operation}`, Object.keys(operations))
  const options = readOptions(session, `aws ${service} ${operation}`, args, found.options)
  const profile = options.values.get('profile')?.[0]
  const { env } = session.state
  const settings = profileOf(session, profile ?? env.AWS_PROFILE ?? 'default') ?? {}
  const region =
    options.values.get('region')?.[0] ??
    env.AWS_REGION ??
    env.AWS_DEFAULT_REGION ??
    settings.region ??
    session.world.region
  const made = new AwsCall(session, service, operation, options, region, () => findCaller(session, profile))
  if (options.values.has('no-sign-request'))
    throw new AwsUsageError('Requests without credentials are not in this simulation.', 255)
  session.budget.spend(1000 + session.world.resources.length * 20)
  const result = await found.run(made)
  print(call, made, result, options.values.get('output')?.[0] ?? env.AWS_DEFAULT_OUTPUT ?? settings.output ?? 'json')
  return 0
}

function print(call: Call, made: AwsCall, result: unknown, format: string) {
  if (typeof result === 'string') return call.out(result)
  if (result === undefined || result === null) return
  const path = made.option('query')
  const asked = path === undefined ? limited(result, made) : queried(limited(result, made), path)
  if (format === 'json') return call.out(`${boundedJson(asked, 4, call.session.budget.limits.output)}\n`)
  // Text and tables are only rendered from a value of bounded size.
  boundedJson(asked, 0, call.session.budget.limits.output)
  if (format === 'text') return call.out(awsText(asked))
  if (format === 'table') return call.out(awsTable(operationName(['', made.operation]), asked))
  throw new AwsUsageError(
    `\naws: error: argument --output: Invalid choice, valid choices are:\n\njson | text | table (yaml is not in this simulation)`,
  )
}

function queried(value: unknown, path: string): unknown {
  try {
    return query(value, path)
  } catch (error) {
    if (error instanceof LimitReached) throw error
    throw new AwsUsageError(
      `Bad value for --query ${path}: ${error instanceof Error ? error.message : 'it cannot be read'}`,
    )
  }
}

/** Applies `--max-items` to the first list in a result. */
function limited(result: unknown, made: AwsCall): unknown {
  const most = made.option('max-items')
  if (most === undefined || typeof result !== 'object' || result === null) return result
  return Object.fromEntries(
    Object.entries(result).map(([key, value]) => [key, Array.isArray(value) ? value.slice(0, Number(most)) : value]),
  )
}

/** Global options may precede the service. */
function withoutLeadingOptions(args: string[]): string[] {
  const before: string[] = []
  let at = 0
  while (/^--(output|query|profile|region|no-cli-pager|no-sign-request|color|no-paginate)\b/.test(args[at] ?? '')) {
    const takes = !/^--no-|=/.test(args[at] ?? '')
    before.push(...args.slice(at, at + (takes ? 2 : 1)))
    at += takes ? 2 : 1
  }
  const [service, operation, ...rest] = args.slice(at)
  return [
    ...(service === undefined ? [] : [service]),
    ...(operation === undefined ? [] : [operation]),
    ...rest,
    ...before,
  ]
}

/** `list-roles` is `ListRoles`. */
const operationName = (args: string[]) =>
  (withoutLeadingOptions(args)[1] ?? '')
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function lacking(call: Call, words: string, known: string[]): AwsUsageError {
  call.session.missing.add(words.slice(0, 100))
  return new AwsUsageError(
    `\naws: error: “${words.slice(0, 100)}” is not in this simulation. There are:\n\n${known.join(' | ')}`,
  )
}

function help({ out }: Call, service: string | undefined): number {
  const operations = service !== undefined && Object.hasOwn(services, service) ? services[service] : undefined
  out(
    operations
      ? `aws ${service}: ${Object.keys(operations).join(', ')}\n`
      : `aws <service> <call> [--option value …] [--query path] [--output json|text|table] [--profile name]\nServices of this simulation: configure, ${Object.keys(services).join(', ')}\n`,
  )
  return 0
}
