import { CloudError } from '../../engine/caller.ts'
import { command } from '../../engine/operation.ts'
import { madeOn } from '../../generated-ids.ts'
import { all, find, fullName } from '../../resources.ts'
import type { Resource } from '../../world.ts'
import { arnOf, instanceId, parameterName } from '../arn.ts'
import { type AwsCall, type AwsOperations, anything, isoDate, listOf, op, regional, shorthand } from '../call.ts'
import { resourcePolicyOf } from '../documents.ts'
import { runOnInstance } from '../instances.ts'
import { listCommands } from './cloudtrail.ts'
import { instanceTarget } from './ec2.ts'
import { mayDecrypt } from './s3-store.ts'

const parameterArn = (call: AwsCall, name: string) => regional(call, 'ssm', `parameter/${name.replace(/^\//, '')}`)

const shownParameter = (call: AwsCall, one: Resource) => ({
  Name: parameterName(one),
  Type: one.attributes.parameter_type ?? 'SecureString',
  Value:
    call.has('with-decryption') || one.attributes.parameter_type === 'String'
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
  const resource = all(call.world, 'aws_ssm_parameter').find((one) =>
    [parameterName(one), `/${parameterName(one)}`].includes(name),
  )
  const isDecrypted = call.has('with-decryption')
  const target = {
    id: resource ? arnOf(call.world, resource) : parameterArn(call, name),
    resource,
    missing: () => new CloudError('ParameterNotFound', ''),
    parameters: { name, withDecryption: isDecrypted },
  }
  return call.caller.act(`ssm:${event}`, target, (one) => {
    if (isDecrypted && !mayDecrypt(call, one))
      throw new CloudError(
        'AccessDeniedException',
        `User: ${call.caller.identity.arn} is not authorized to perform: kms:Decrypt on this resource because the resource does not exist in this Region, no resource-based policies allow access, or a resource-based policy explicitly denies access`,
      )
    return shownParameter(call, one)
  })
}

async function sendCommand(call: AwsCall, instance: Resource) {
  const script = [shorthand(call.need('parameters')).commands]
    .flat()
    .map((one) => String(one).replace(/^\[?"?|"?\]?$/g, ''))
    .join('\n')
  const { output, errors, exit } = await runOnInstance(call.session, instance, script)
  const command = call.session.madeUp(32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  call.session.put('aws_ssm_command', command, { instance: instance.name, output, errors, exit: String(exit) })
  return {
    Command: {
      CommandId: command,
      DocumentName: call.need('document-name'),
      InstanceIds: [instanceId(call.world, instance)],
      Status: 'Pending',
    },
  }
}

/** Systems Manager operations: parameters, and commands on instances. */
export const ssm: AwsOperations = {
  'describe-parameters': op(
    'parameter-filters* filters* max-results',
    'ssm:DescribeParameters',
    (call) => ({ id: regional(call, 'ssm', '*') }),
    (call) => ({
      Parameters: all(call.world, 'aws_ssm_parameter').map((one) => {
        const { Value, ...shown } = shownParameter(call, one)
        return shown
      }),
    }),
  ),
  'get-parameter': command('name! with-decryption?', (call) => ({
    Parameter: readParameter(call, call.need('name'), 'GetParameter'),
  })),
  'get-parameters': command('names!* with-decryption?', (call) => ({
    Parameters: listOf(call, 'names').map((name) => readParameter(call, name, 'GetParameters')),
    InvalidParameters: [],
  })),
  'get-parameters-by-path': op(
    'path! recursive? with-decryption?',
    'ssm:GetParametersByPath',
    (call) => ({ id: parameterArn(call, call.need('path')), parameters: { path: call.need('path') } }),
    (call) => {
      const folder = `${call.need('path').replace(/\/$/, '')}/`
      const found = all(call.world, 'aws_ssm_parameter').filter((one) => parameterName(one).startsWith(folder))
      return { Parameters: found.map((one) => shownParameter(call, one)) }
    },
  ),
  'describe-instance-information': op('filters*', 'ssm:DescribeInstanceInformation', anything, ({ world }) => ({
    InstanceInformationList: all(world, 'aws_instance')
      .filter(({ attributes }) => attributes.managed !== 'no')
      .map((one) => ({ InstanceId: instanceId(world, one), PingStatus: 'Online', PlatformName: 'Amazon Linux' })),
  })),
  'send-command': op(
    'instance-ids!* document-name! parameters! comment',
    'ssm:SendCommand',
    (call) => {
      const [id = ''] = listOf(call, 'instance-ids')
      const parameters = { instanceIds: [id], documentName: call.need('document-name') }
      return { ...instanceTarget(call, id), parameters }
    },
    sendCommand,
  ),
  'list-commands': listCommands,
  'get-command-invocation': op('command-id! instance-id!', 'ssm:GetCommandInvocation', anything, (call) => {
    const found = find(call.world, 'aws_ssm_command', call.need('command-id'))
    if (!found) throw new CloudError('InvocationDoesNotExist', '')
    return {
      CommandId: found.name,
      InstanceId: call.need('instance-id'),
      Status: found.attributes.exit === '0' ? 'Success' : 'Failed',
      ResponseCode: Number(found.attributes.exit),
      StandardOutputContent: found.attributes.output,
      StandardErrorContent: found.attributes.errors,
    }
  }),
}

/** An operation on one secret, including its resource-based policy. */
const onSecret = (options: string, action: string, work: (call: AwsCall, secret: Resource) => object) =>
  op(
    `secret-id! ${options}`,
    `secretsmanager:${action}`,
    (call) => {
      const id = call.need('secret-id')
      const resource = all(call.world, 'aws_secretsmanager_secret').find((one) => {
        const arn = arnOf(call.world, one)
        return [fullName(one), one.name, arn].includes(id) || arn.startsWith(`${id}-`)
      })
      return {
        id: resource ? arnOf(call.world, resource) : regional(call, 'secretsmanager', `secret:${id}`),
        resource,
        missing: () => new CloudError('ResourceNotFoundException', "Secrets Manager can't find the specified secret."),
        parameters: { secretId: id },
        policy: { kind: 'policy', document: resourcePolicyOf(resource?.attributes.policy) },
      }
    },
    work,
  )

const identified = ({ world }: AwsCall, one: Resource) => ({ ARN: arnOf(world, one), Name: fullName(one) })

const shownSecret = (call: AwsCall, one: Resource) => ({
  ...identified(call, one),
  ...(one.attributes.description ? { Description: one.attributes.description } : {}),
  LastChangedDate: isoDate(madeOn(call.world, one.name)),
  LastAccessedDate: `${call.session.now.toISOString().slice(0, 10)}T00:00:00+00:00`,
})

export const secretsmanager: AwsOperations = {
  'list-secrets': op(
    'filters* include-planned-deletion? max-results',
    'secretsmanager:ListSecrets',
    anything,
    (call) => ({ SecretList: all(call.world, 'aws_secretsmanager_secret').map((one) => shownSecret(call, one)) }),
  ),
  'describe-secret': onSecret('', 'DescribeSecret', shownSecret),
  'get-secret-value': onSecret('version-id version-stage', 'GetSecretValue', (call, one) => ({
    ...identified(call, one),
    VersionId: instanceId(call.world, one),
    SecretString: one.attributes.value ?? '',
    VersionStages: ['AWSCURRENT'],
    CreatedDate: isoDate(madeOn(call.world, one.name)),
  })),
  'get-resource-policy': onSecret('', 'GetResourcePolicy', (call, one) => ({
    ...identified(call, one),
    ...(one.attributes.policy ? { ResourcePolicy: one.attributes.policy } : {}),
  })),
}
