import { CloudError } from '../../engine/caller.ts'
import { hostState, saveFile, unzipFiles } from '../../files.ts'
import { bytesOf, madeOn } from '../../generated-ids.ts'
import { all, environmentOf, find, fullName } from '../../resources.ts'
import type { Resource, World } from '../../world.ts'
import { arnFor, arnOf } from '../arn.ts'
import { type AwsCall, type AwsOperations, anything, op } from '../call.ts'
import { resourcePolicyOf } from '../documents.ts'
import { issueSession } from '../identity.ts'

const roleArn = (world: World, one: Resource) => arnFor(world, 'aws_iam_role', one.attributes.role ?? one.name)

const shown = (world: World, one: Resource) => ({
  FunctionName: fullName(one),
  FunctionArn: arnOf(world, one),
  Runtime: one.attributes.runtime ?? 'provided.al2023',
  Role: roleArn(world, one),
  Handler: one.attributes.handler ?? 'bootstrap',
  CodeSize: (one.attributes.code ?? '').length,
  Description: one.attributes.description ?? '',
  Timeout: 10,
  MemorySize: 128,
  LastModified: one.attributes.modified_at ?? modified(madeOn(world, one.name)),
  CodeSha256: bytesOf(world, one.attributes.code ?? one.name)
    .toString('base64')
    .slice(0, 44),
  Version: '$LATEST',
  ...(Object.keys(environmentOf(one)).length > 0 ? { Environment: { Variables: environmentOf(one) } } : {}),
  State: 'Active',
  LastUpdateStatus: 'Successful',
  PackageType: 'Zip',
})

/** An operation on one function, including its resource-based policy. */
const onFunction = (options: string, action: string, work: (call: AwsCall, one: Resource) => unknown, data = false) =>
  op(
    `function-name! ${options}`,
    `lambda:${action}`,
    (call) => {
      const name = call.need('function-name').replace(/^.*:function:/, '')
      const resource = all(call.world, 'aws_lambda_function').find((one) => [fullName(one), one.name].includes(name))
      const id = resource ? arnOf(call.world, resource) : arnFor(call.world, 'aws_lambda_function', name)
      return {
        id,
        resource,
        missing: () => new CloudError('ResourceNotFoundException', `Function not found: ${id}`),
        parameters: { functionName: name },
        policy: { kind: 'policy', document: resourcePolicyOf(resource?.attributes.policy) },
        data,
      }
    },
    work,
  )

const modified = (date: Date) => date.toISOString().replace('Z', '+0000')

function change(call: AwsCall, one: Resource, changed: Record<string, string>) {
  const attributes = { ...one.attributes, ...changed, modified_at: modified(call.session.now) }
  call.session.put(one.type, one.name, attributes)
  return shown(call.world, { ...one, attributes })
}

function updateConfiguration(call: AwsCall, one: Resource) {
  const arn = call.option('role')
  const role = arn?.replace(/^.*\//, '')
  if (arn !== undefined && role !== undefined) {
    const target = {
      id: arn,
      resource: find(call.world, 'aws_iam_role', role),
      missing: () =>
        new CloudError(
          'InvalidParameterValueException',
          'The role defined for the function cannot be assumed by Lambda.',
        ),
      context: { 'iam:PassedToService': 'lambda.amazonaws.com' },
    }
    call.caller.act('iam:PassRole', target, () => undefined)
  }
  const environment = call.option('environment')?.replace(/^Variables=/, '')
  return change(call, one, {
    ...(role === undefined ? {} : { role }),
    ...(environment === undefined ? {} : { environment }),
  })
}

function updateCode(call: AwsCall, one: Resource) {
  const files = unzipFiles(call.need('zip-file'))
  const code = files && (files.bootstrap ?? Object.values(files)[0])
  if (code === undefined)
    throw new CloudError(
      'InvalidParameterValueException',
      'Could not unzip uploaded file. Please check your file, then try to upload again.',
    )
  return change(call, one, { code })
}

/** Runs a function's code as its role. In the simulation, code is a shell script, as with a custom runtime. */
async function invoke(call: AwsCall, one: Resource) {
  const { world, session, named: target } = call
  const role = find(world, 'aws_iam_role', one.attributes.role ?? one.name)
  const keys = role && issueSession(world, session.now, { role: role.name, session: fullName(one) }, 900)
  const env = {
    ...environmentOf(one),
    AWS_LAMBDA_FUNCTION_NAME: fullName(one),
    AWS_REGION: world.region,
    ...(keys ? { AWS_ACCESS_KEY_ID: keys.id, AWS_SECRET_ACCESS_KEY: keys.secret, AWS_SESSION_TOKEN: keys.token } : {}),
    EVENT: call.option('payload') ?? '{}',
  }
  const code = one.attributes.code ?? `echo '${JSON.stringify(one.attributes.answer ?? 'ok')}'`
  const host = { kind: 'inside' as const, resource: one, address: '203.0.113.200', agent: 'aws-cli/2.31.4' }
  const { output, errors, exit } = await session.runScript(host, hostState(env), code)
  const failure = { errorMessage: `${output}${errors}`.trim(), errorType: 'Runtime.ExitError' }
  if (target && target !== '/dev/stdout') saveFile(session, target, exit === 0 ? output : JSON.stringify(failure))
  return { StatusCode: 200, ...(exit === 0 ? {} : { FunctionError: 'Unhandled' }), ExecutedVersion: '$LATEST' }
}

/** Lambda operations. */
export const lambda: AwsOperations = {
  'list-functions': op('max-results', 'lambda:ListFunctions', anything, ({ world }) => ({
    Functions: all(world, 'aws_lambda_function').map((one) => shown(world, one)),
  })),
  'get-function': onFunction('qualifier', 'GetFunction', ({ world }, one) => ({
    Configuration: shown(world, one),
    Code: {
      RepositoryType: 'S3',
      Location: `https://awslambda-${world.region}-tasks.s3.${world.region}.amazonaws.com/snapshots/${world.account_id}/${one.name}`,
    },
  })),
  'get-function-configuration': onFunction('qualifier', 'GetFunctionConfiguration', ({ world }, one) =>
    shown(world, one),
  ),
  'get-policy': onFunction('', 'GetPolicy', (_, { attributes: { policy } }) => {
    if (!policy) throw new CloudError('ResourceNotFoundException', 'The resource you requested does not exist.')
    return { Policy: policy }
  }),
  'update-function-code': onFunction('zip-file! publish?', 'UpdateFunctionCode', updateCode),
  'update-function-configuration': onFunction(
    'role environment handler runtime timeout',
    'UpdateFunctionConfiguration',
    updateConfiguration,
  ),
  invoke: onFunction('payload invocation-type log-type qualifier', 'InvokeFunction', invoke, true),
}
