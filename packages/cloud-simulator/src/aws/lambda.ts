import { absolute, assertWritable, hostState, unzipFiles } from '../files.ts'
import { bytesOf, madeOn } from '../generated-ids.ts'
import { all, find, fullName, jsonOf } from '../resources.ts'
import type { Resource, World } from '../world.ts'
import { arnFor, arnOf } from './arn.ts'
import { type AwsCall, type AwsOperation, op } from './call.ts'
import { issueSession } from './caller.ts'
import { resourcePolicyOf } from './documents.ts'
import { AwsError } from './error.ts'

/** Environment variables of a function: a JSON object, or the text in `environment_variable`. */
function environmentOf({ attributes }: Resource): Record<string, string> {
  const parsed = jsonOf(attributes.environment)
  if (parsed && typeof parsed === 'object')
    return Object.fromEntries(Object.entries(parsed).map(([key, value]) => [key, String(value)]))
  return attributes.environment ? { [attributes.environment_variable ?? 'SECRET']: attributes.environment } : {}
}

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
  LastModified: one.attributes.modified_at ?? madeOn(world, one.name).toISOString().replace('Z', '+0000'),
  CodeSha256: bytesOf(world, one.attributes.code ?? one.name)
    .toString('base64')
    .slice(0, 44),
  Version: '$LATEST',
  ...(Object.keys(environmentOf(one)).length > 0 ? { Environment: { Variables: environmentOf(one) } } : {}),
  State: 'Active',
  LastUpdateStatus: 'Successful',
  PackageType: 'Zip',
})

const nameOf = (call: AwsCall) => call.need('function-name').replace(/^.*:function:/, '')

/** An operation on one function, including its resource-based policy. */
function onFunction<T>(call: AwsCall, action: string, work: (one: Resource) => T, extra: { data?: boolean } = {}): T {
  const found = all(call.world, 'aws_lambda_function').find(
    (one) => fullName(one) === nameOf(call) || one.name === nameOf(call),
  )
  const arn = found ? arnOf(call.world, found) : arnFor(call.world, 'aws_lambda_function', nameOf(call))
  return call.act(
    `lambda:${action}`,
    arn,
    () => {
      if (!found) throw new AwsError('ResourceNotFoundException', `Function not found: ${arn}`)
      return work(found)
    },
    {
      on: found,
      parameters: { functionName: nameOf(call) },
      resourcePolicy: found ? { kind: 'policy', document: resourcePolicyOf(found.attributes.policy) } : undefined,
      ...extra,
    },
  )
}

const changed = (call: AwsCall, one: Resource, attributes: Record<string, string>) => {
  const all = { ...one.attributes, ...attributes, modified_at: call.session.now.toISOString().replace('Z', '+0000') }
  call.session.put(one.type, one.name, all)
  return shown(call.world, { ...one, attributes: all })
}

function updateConfiguration(call: AwsCall) {
  return onFunction(call, 'UpdateFunctionConfiguration', (one) => {
    const role = call.option('role')
    if (role !== undefined) {
      call.act(
        'iam:PassRole',
        role,
        () => {
          if (!find(call.world, 'aws_iam_role', role.replace(/^.*\//, '')))
            throw new AwsError(
              'InvalidParameterValueException',
              'The role defined for the function cannot be assumed by Lambda.',
            )
        },
        { context: { 'iam:PassedToService': 'lambda.amazonaws.com' } },
      )
    }
    const variables = call.option('environment')?.replace(/^Variables=/, '')
    return changed(call, one, {
      ...(role === undefined ? {} : { role: role.replace(/^.*\//, '') }),
      ...(variables === undefined ? {} : { environment: variables }),
    })
  })
}

/** Runs a function's code as its role. In the simulation, code is a shell script, as with a custom runtime. */
function invoke(call: AwsCall) {
  const [target = ''] = call.options.rest
  return onFunction(
    call,
    'InvokeFunction',
    async (one) => {
      const { world, session } = call
      const role = find(world, 'aws_iam_role', one.attributes.role ?? one.name)
      const keys = role && issueSession(world, session.now, { role: role.name, session: fullName(one) }, 900)
      const env = {
        ...environmentOf(one),
        AWS_LAMBDA_FUNCTION_NAME: fullName(one),
        AWS_REGION: world.region,
        ...(keys
          ? { AWS_ACCESS_KEY_ID: keys.id, AWS_SECRET_ACCESS_KEY: keys.secret, AWS_SESSION_TOKEN: keys.token }
          : {}),
        EVENT: call.option('payload') ?? '{}',
      }
      const code = one.attributes.code ?? `echo '${JSON.stringify(one.attributes.answer ?? 'ok')}'`
      const result = await session.runScript(
        { kind: 'inside', resource: one, address: '203.0.113.200', agent: 'aws-cli/2.31.4' },
        hostState(env),
        code,
      )
      const answer =
        result.exit === 0
          ? result.output
          : JSON.stringify({ errorMessage: `${result.output}${result.errors}`.trim(), errorType: 'Runtime.ExitError' })
      if (target && target !== '/dev/stdout') {
        const path = absolute(session.state, target)
        assertWritable(path, target)
        session.writeFile(path, answer)
      }
      return {
        StatusCode: 200,
        ...(result.exit === 0 ? {} : { FunctionError: 'Unhandled' }),
        ExecutedVersion: '$LATEST',
      }
    },
    { data: true },
  )
}

/** Lambda operations. */
export const lambda: Record<string, AwsOperation> = {
  'list-functions': op('max-results', (call) =>
    call.act('lambda:ListFunctions', '*', () => ({
      Functions: all(call.world, 'aws_lambda_function').map((one) => shown(call.world, one)),
    })),
  ),
  'get-function': op('function-name! qualifier', (call) =>
    onFunction(call, 'GetFunction', (one) => ({
      Configuration: shown(call.world, one),
      Code: {
        RepositoryType: 'S3',
        Location: `https://awslambda-${call.world.region}-tasks.s3.${call.world.region}.amazonaws.com/snapshots/${call.world.account_id}/${one.name}`,
      },
    })),
  ),
  'get-function-configuration': op('function-name! qualifier', (call) =>
    onFunction(call, 'GetFunctionConfiguration', (one) => shown(call.world, one)),
  ),
  'get-policy': op('function-name!', (call) =>
    onFunction(call, 'GetPolicy', (one) => {
      if (!one.attributes.policy)
        throw new AwsError('ResourceNotFoundException', 'The resource you requested does not exist.')
      return { Policy: one.attributes.policy }
    }),
  ),
  'update-function-code': op('function-name! zip-file! publish?', (call) =>
    onFunction(call, 'UpdateFunctionCode', (one) => {
      const files = unzipFiles(call.need('zip-file'))
      const [code] = files ? [files.bootstrap ?? Object.values(files)[0]] : []
      if (code === undefined)
        throw new AwsError(
          'InvalidParameterValueException',
          'Could not unzip uploaded file. Please check your file, then try to upload again.',
        )
      return changed(call, one, { code })
    }),
  ),
  'update-function-configuration': op('function-name! role environment handler runtime timeout', updateConfiguration),
  invoke: op('function-name! payload invocation-type log-type qualifier', invoke),
}
