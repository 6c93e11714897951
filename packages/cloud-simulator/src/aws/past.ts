import { all } from '../resources.ts'
import { type AwsCall, type AwsOperation, op } from './call.ts'

/** Names of current and removed resources of the account. */
const everOf = ({ world }: AwsCall, type: string) => [
  ...all(world, type).map(({ name }) => ({ name, deleted: false })),
  ...world.past.filter((one) => one.type === type).map(({ name }) => ({ name, deleted: true })),
]

/** AWS histories that outlive their resources. */
export const cloudformation: Record<string, AwsOperation> = {
  'list-stacks': op('stack-status-filter*', (call) =>
    call.act('cloudformation:ListStacks', '*', () => ({
      StackSummaries: everOf(call, 'aws_cloudformation_stack').map(({ name, deleted }) => ({
        StackName: name,
        StackStatus: deleted ? 'DELETE_COMPLETE' : 'CREATE_COMPLETE',
      })),
    })),
  ),
}

export const configservice: Record<string, AwsOperation> = {
  'list-discovered-resources': op('resource-type! include-deleted-resources?', (call) =>
    call.act('config:ListDiscoveredResources', '*', () => {
      const asked = call.need('resource-type')
      const type = asked === 'AWS::EC2::Instance' ? 'aws_instance' : asked.toLowerCase().replaceAll('::', '_')
      return {
        resourceIdentifiers: everOf(call, type)
          .filter(({ deleted }) => !deleted || call.has('include-deleted-resources'))
          .map(({ name }) => ({ resourceType: asked, resourceId: name, resourceName: name })),
      }
    }),
  ),
}

export const listCommands = op('max-results', (call) =>
  call.act('ssm:ListCommands', '*', () => ({
    Commands: everOf(call, 'aws_ssm_command').map(({ name }) => ({
      CommandId: name,
      DocumentName: 'AWS-RunShellScript',
    })),
  })),
)
