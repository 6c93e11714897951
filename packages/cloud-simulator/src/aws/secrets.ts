import { madeOn } from '../generated-ids.ts'
import { all, find, fullName } from '../resources.ts'
import type { Resource } from '../world.ts'
import { arnOf, instanceId, parameterName } from './arn.ts'
import { type AwsCall, type AwsOperation, op } from './call.ts'
import { resourcePolicyOf } from './documents.ts'
import { findInstance } from './ec2.ts'
import { AwsError } from './error.ts'
import { runOnInstance } from './instance-host.ts'
import { shorthand } from './options.ts'
import { listCommands } from './past.ts'

const isoDate = (date: Date) => `${date.toISOString().slice(0, 19)}+00:00`

const parameterArn = (call: AwsCall, name: string) =>
  `arn:aws:ssm:${call.world.region}:${call.world.account_id}:parameter/${name.replace(/^\//, '')}`

const shownParameter = (call: AwsCall, one: Resource, decrypted: boolean) => ({
  Name: parameterName(one),
  Type: one.attributes.parameter_type ?? 'SecureString',
  Value:
    decrypted || one.attributes.parameter_type === 'String'
      ? (one.attributes.value ?? '')
      : Buffer.from(`kms:${one.name}`).toString('base64'),
  Version: 1,
  LastModifiedDate: isoDate(madeOn(call.world, one.name)),
  ARN: arnOf(call.world, one),
  DataType: 'text',
})

/** Reads a parameter by name or ARN, if the caller may. A customer managed key requires its own permission. */
function readParameter(call: AwsCall, asked: string, event: string) {
  const name = asked.replace(/^arn:aws:ssm:[^:]*:\d*:parameter/, '')
  const found = all(call.world, 'aws_ssm_parameter').find((one) =>
    [parameterName(one), `/${parameterName(one)}`].includes(name),
  )
  return call.act(
    `ssm:${event}`,
    found ? arnOf(call.world, found) : parameterArn(call, name),
    () => {
      if (!found) throw new AwsError('ParameterNotFound', '')
      const key = found.attributes.kms_key && find(call.world, 'aws_kms_key', found.attributes.kms_key)
      if (
        key &&
        call.has('with-decryption') &&
        !call.may('kms:Decrypt', arnOf(call.world, key), {
          resourcePolicy: { kind: 'key', document: resourcePolicyOf(key.attributes.policy) },
        })
      )
        throw new AwsError(
          'AccessDeniedException',
          `User: ${call.caller.arn} is not authorized to perform: kms:Decrypt on this resource because the resource does not exist in this Region, no resource-based policies allow access, or a resource-based policy explicitly denies access`,
        )
      return shownParameter(call, found, call.has('with-decryption'))
    },
    { on: found, parameters: { name, withDecryption: call.has('with-decryption') } },
  )
}

/** Systems Manager operations: parameters, and commands on instances. */
export const ssm: Record<string, AwsOperation> = {
  'describe-parameters': op('parameter-filters* filters* max-results', (call) =>
    call.act('ssm:DescribeParameters', `arn:aws:ssm:${call.world.region}:${call.world.account_id}:*`, () => ({
      Parameters: all(call.world, 'aws_ssm_parameter').map((one) => {
        const { Value, ...shown } = shownParameter(call, one, false)
        return shown
      }),
    })),
  ),
  'get-parameter': op('name! with-decryption?', (call) => ({
    Parameter: readParameter(call, call.need('name'), 'GetParameter'),
  })),
  'get-parameters': op('names!* with-decryption?', (call) => ({
    Parameters: call.list('names').map((name) => readParameter(call, name, 'GetParameters')),
    InvalidParameters: [],
  })),
  'get-parameters-by-path': op('path! recursive? with-decryption?', (call) =>
    call.act(
      'ssm:GetParametersByPath',
      parameterArn(call, call.need('path')),
      () => ({
        Parameters: all(call.world, 'aws_ssm_parameter')
          .filter((one) => parameterName(one).startsWith(`${call.need('path').replace(/\/$/, '')}/`))
          .map((one) => shownParameter(call, one, call.has('with-decryption'))),
      }),
      { parameters: { path: call.need('path') } },
    ),
  ),
  'describe-instance-information': op('filters*', (call) =>
    call.act('ssm:DescribeInstanceInformation', '*', () => ({
      InstanceInformationList: all(call.world, 'aws_instance')
        .filter(({ attributes }) => attributes.managed !== 'no')
        .map((one) => ({
          InstanceId: instanceId(call.world, one),
          PingStatus: 'Online',
          PlatformName: 'Amazon Linux',
        })),
    })),
  ),
  'send-command': op('instance-ids!* document-name! parameters! comment', (call) => {
    const [id = ''] = call.list('instance-ids')
    return call.act(
      'ssm:SendCommand',
      `arn:aws:ec2:${call.world.region}:${call.world.account_id}:instance/${id}`,
      async () => {
        const instance = findInstance(call.world, id)
        const commands = shorthand(call.need('parameters')).commands
        const result = await runOnInstance(
          call.session,
          instance,
          [commands]
            .flat()
            .map((one) => String(one).replace(/^\[?"?|"?\]?$/g, ''))
            .join('\n'),
        )
        const command = call.session.madeUp(32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
        call.session.put('aws_ssm_command', command, {
          instance: instance.name,
          output: result.output,
          errors: result.errors,
          exit: String(result.exit),
        })
        return {
          Command: {
            CommandId: command,
            DocumentName: call.need('document-name'),
            InstanceIds: [id],
            Status: 'Pending',
          },
        }
      },
      { parameters: { instanceIds: [id], documentName: call.need('document-name') } },
    )
  }),
  'list-commands': listCommands,
  'get-command-invocation': op('command-id! instance-id!', (call) =>
    call.act('ssm:GetCommandInvocation', '*', () => {
      const found = find(call.world, 'aws_ssm_command', call.need('command-id'))
      if (!found) throw new AwsError('InvocationDoesNotExist', '')
      return {
        CommandId: found.name,
        InstanceId: call.need('instance-id'),
        Status: found.attributes.exit === '0' ? 'Success' : 'Failed',
        ResponseCode: Number(found.attributes.exit),
        StandardOutputContent: found.attributes.output,
        StandardErrorContent: found.attributes.errors,
      }
    }),
  ),
}

const findSecret = (call: AwsCall) => {
  const id = call.need('secret-id')
  return all(call.world, 'aws_secretsmanager_secret').find(
    (one) =>
      fullName(one) === id ||
      one.name === id ||
      arnOf(call.world, one) === id ||
      arnOf(call.world, one).startsWith(`${id}-`),
  )
}

/** An operation on one secret, including its resource-based policy. */
function onSecret<T>(call: AwsCall, action: string, work: (secret: Resource) => T): T {
  const found = findSecret(call)
  const id = call.need('secret-id')
  const arn = found
    ? arnOf(call.world, found)
    : `arn:aws:secretsmanager:${call.world.region}:${call.world.account_id}:secret:${id}`
  return call.act(
    `secretsmanager:${action}`,
    arn,
    () => {
      if (!found)
        throw new AwsError(
          'ResourceNotFoundException',
          'Secrets Manager can’t find the specified secret.'.replace('’', "'"),
        )
      return work(found)
    },
    {
      on: found,
      parameters: { secretId: id },
      resourcePolicy: found ? { kind: 'policy', document: resourcePolicyOf(found.attributes.policy) } : undefined,
    },
  )
}

const shownSecret = (call: AwsCall, one: Resource) => ({
  ARN: arnOf(call.world, one),
  Name: fullName(one),
  ...(one.attributes.description ? { Description: one.attributes.description } : {}),
  LastChangedDate: isoDate(madeOn(call.world, one.name)),
  LastAccessedDate: `${call.session.now.toISOString().slice(0, 10)}T00:00:00+00:00`,
})

export const secretsmanager: Record<string, AwsOperation> = {
  'list-secrets': op('filters* include-planned-deletion? max-results', (call) =>
    call.act('secretsmanager:ListSecrets', '*', () => ({
      SecretList: all(call.world, 'aws_secretsmanager_secret').map((one) => shownSecret(call, one)),
    })),
  ),
  'describe-secret': op('secret-id!', (call) => onSecret(call, 'DescribeSecret', (one) => shownSecret(call, one))),
  'get-secret-value': op('secret-id! version-id version-stage', (call) =>
    onSecret(call, 'GetSecretValue', (one) => ({
      ARN: arnOf(call.world, one),
      Name: fullName(one),
      VersionId: instanceId(call.world, one),
      SecretString: one.attributes.value ?? '',
      VersionStages: ['AWSCURRENT'],
      CreatedDate: isoDate(madeOn(call.world, one.name)),
    })),
  ),
  'get-resource-policy': op('secret-id!', (call) =>
    onSecret(call, 'GetResourcePolicy', (one) => ({
      ARN: arnOf(call.world, one),
      Name: fullName(one),
      ...(one.attributes.policy ? { ResourcePolicy: one.attributes.policy } : {}),
    })),
  ),
}
