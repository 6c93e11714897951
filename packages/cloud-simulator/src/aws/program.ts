import type { ShellCommand } from '../command.ts'
import { boundedJson } from '../engine/bounded-json.ts'
import { ServiceCall } from '../engine/operation.ts'
import { near, queried, shellCommandOf } from '../engine/program.ts'
import { awsTable } from '../engine/table-output.ts'
import { awsText } from '../engine/text-output.ts'
import { readFile } from '../files.ts'
import type { Session } from '../session.ts'
import { type AwsCall, type AwsOperations, usage } from './call.ts'
import { AwsCaller } from './caller.ts'
import { configure, profileNames, profileOf } from './configure.ts'
import { identify } from './identity.ts'
import { cloudformation, cloudtrail, configservice, logs } from './services/cloudtrail.ts'
import { dynamodb } from './services/dynamodb.ts'
import { ec2 } from './services/ec2.ts'
import { iam } from './services/iam.ts'
import { lambda } from './services/lambda.ts'
import { s3 } from './services/s3.ts'
import { s3api, s3control } from './services/s3api.ts'
import { secretsmanager, ssm } from './services/ssm.ts'
import { sts } from './services/sts.ts'
import { findKeys } from './sign-in.ts'

const services: Record<string, AwsOperations> = {
  sts,
  iam,
  s3,
  s3api,
  s3control,
  ec2,
  ssm,
  secretsmanager,
  lambda,
  dynamodb,
  cloudtrail,
  cloudformation,
  configservice,
  logs,
}

/** All operations of the simulated AWS, such as `iam list-roles`. */
export const awsOperations: AwsOperations = Object.fromEntries(
  Object.entries(services).flatMap(([service, rows]) =>
    Object.entries(rows).map(([name, row]) => [`${service} ${name}`, row]),
  ),
)

const NO_CREDENTIALS = '\nUnable to locate credentials. You can configure credentials by running "aws configure".'
const CONFIGURE = ['set', 'get', 'list', 'list-profiles']
const SETTINGS =
  'region output role_arn source_profile aws_access_key_id aws_secret_access_key aws_session_token --profile'
const HELP =
  'aws <service> <call> [--option value …] [--query path] [--output json|text|table] [--profile name]\nServices of this simulation: configure, '

/** The `aws` command, with the behaviour of version 2. */
export const aws: ShellCommand = shellCommandOf<AwsCaller>({
  name: 'aws',
  about: 'the command line of AWS',
  cloud: 'aws',
  operations: awsOperations,
  global:
    'output query profile region no-cli-pager? no-paginate? max-items page-size color no-sign-request? debug? endpoint-url cli-binary-format no-verify-ssl? no-cli-auto-prompt?',
  elsewhere: usage(NO_CREDENTIALS, 253),
  exit: 254,
  shown: ({ code, message, operation }, args) =>
    code === ''
      ? `${message}\n`
      : `\nAn error occurred (${code}) when calling the ${operation ?? operationName(split(args).words[1])} operation: ${message}\n`,
  split,
  help(_, [service, operation]) {
    if (service === '--version') return 'aws-cli/2.31.4 Python/3.13.7 Linux/6.1 simulated'
    if (service !== undefined && service !== 'help' && operation !== 'help') return undefined
    const rows = service !== undefined && Object.hasOwn(services, service) ? services[service] : undefined
    return rows ? `aws ${service}: ${Object.keys(rows).join(', ')}` : HELP + Object.keys(services).join(', ')
  },
  own: (call, [service, ...rest]) => (service === 'configure' ? configure(call, rest) : undefined),
  ownWords(session, words) {
    const [service] = words
    if (service === 'configure' && words.length > 1) return words.length === 2 ? CONFIGURE : SETTINGS.split(' ')
    if (words.length === 1) return ['configure', ...Object.keys(services)]
    if (words.at(-2) === '--profile') return profileNames(session)
    return words.at(-2) === '--output' ? ['json', 'text', 'table'] : undefined
  },
  unknown(session, [service = '', operation]) {
    const rows = Object.hasOwn(services, service) ? services[service] : undefined
    if (rows && operation === undefined)
      return usage(
        'usage: aws [options] <command> <subcommand> [<subcommand> ...] [parameters]\n\naws: error: the following arguments are required: operation',
      )
    const words = `aws ${service}${rows ? ` ${operation}` : ''}`.slice(0, 100)
    session.missing.add(words)
    const known = rows ? Object.keys(rows) : near(awsOperations, [])
    return usage(`\naws: error: “${words}” is not in this simulation. There are:\n\n${known.join(' | ')}`)
  },
  options: (session, name) => ({
    isShort: false,
    expand: (option, value) => fileOr(session, option, value),
    unknown(given) {
      const option = given.replace(/=.*$/s, '')
      session.missing.add(`aws ${name} ${option}`)
      return usage(`\naws: error: Unknown options: ${option} (it is not in this simulation)`)
    },
    lacking: (names) => usage(`\naws: error: the following arguments are required: ${names.join(', ')}`),
    empty: (option) => usage(`\naws: error: argument ${option}: expected one argument`),
  }),
  callOf(session, name, options) {
    if (options.has('no-sign-request')) throw usage('Requests without credentials are not in this simulation.', 255)
    return new ServiceCall(session, name, options, callerOf)
  },
  print({ session, out }, made, whole) {
    if (whole === undefined || whole === null) return
    const format = made.option('output') ?? session.state.env.AWS_DEFAULT_OUTPUT ?? settingsOf(made).output ?? 'json'
    const path = made.option('query')
    const result = queried(limited(whole, made), path, (reason) => usage(`Bad value for --query ${path}: ${reason}`))
    const most = session.budget.limits.output
    if (format === 'json') return out(`${boundedJson(result, 4, most)}\n`)
    // Text and tables are only rendered from a value of bounded size.
    boundedJson(result, 0, most)
    if (format === 'text') return out(awsText(result))
    if (format === 'table') return out(awsTable(operationName(made.name.split(' ')[1]), result))
    throw usage(
      `\naws: error: argument --output: Invalid choice, valid choices are:\n\njson | text | table (yaml is not in this simulation)`,
    )
  },
})

const settingsOf = ({ session, options }: AwsCall) =>
  profileOf(session, options.option('profile') ?? session.state.env.AWS_PROFILE ?? 'default') ?? {}

function callerOf(call: AwsCall): AwsCaller {
  const { session, world } = call
  const { env } = session.state
  const identity = identify(world, findKeys(session, call.option('profile')), session.now)
  const region =
    call.option('region') ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? settingsOf(call).region ?? world.region
  const agent = `aws-cli/2.31.4 md/Botocore#1.40.45 os/linux md/command#${call.name.replace(' ', '.')}`
  return new AwsCaller(session, identity, agent, region)
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
function split(args: string[]) {
  let at = 0
  while (/^--(output|query|profile|region|no-cli-pager|no-sign-request|color|no-paginate)\b/.test(args[at] ?? ''))
    at += /^--no-|=/.test(args[at] ?? '') ? 1 : 2
  return { before: args.slice(0, at), words: args.slice(at) }
}

/** `list-roles` is `ListRoles`. */
const operationName = (words = '') =>
  words
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** Replaces `file://name` with the contents of the file. */
function fileOr(session: Session, name: string, value: string): string {
  const path = /^fileb?:\/\/(.+)$/s.exec(value)?.[1]
  if (!path) return value
  try {
    return readFile(session, path)
  } catch {
    throw usage(
      `\nError parsing parameter '--${name}': Unable to load paramfile ${value}: [Errno 2] No such file or directory: '${path}'`,
    )
  }
}
