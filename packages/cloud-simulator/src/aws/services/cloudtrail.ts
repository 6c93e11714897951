import { all } from '../../resources.ts'
import type { LogLine } from '../../world.ts'
import { arnOf } from '../arn.ts'
import { type AwsCall, type AwsOperations, anything, numberOf, op, regional, shorthand } from '../call.ts'

const shownTrails = ({ world }: AwsCall) =>
  all(world, 'aws_cloudtrail').map((one) => ({
    Name: one.name,
    S3BucketName:
      one.attributes.s3_bucket_name ?? all(world, 'aws_s3_bucket').find(({ name }) => name.includes('log'))?.name ?? '',
    IncludeGlobalServiceEvents: true,
    IsMultiRegionTrail: true,
    HomeRegion: world.region,
    TrailARN: arnOf(world, one),
    LogFileValidationEnabled: true,
    HasCustomEventSelectors: false,
  }))

const userName = ({ identity }: LogLine) => identity.replace(/^.*\//, '')
const keyOf = ({ event }: LogLine) => String((event.userIdentity as { accessKeyId?: string }).accessKeyId)

const fields: Record<string, (line: LogLine) => string> = {
  EventName: ({ event }) => String(event.eventName),
  EventSource: ({ event }) => String(event.eventSource),
  EventId: ({ id }) => id,
  ReadOnly: ({ event }) => String(event.readOnly),
  Username: userName,
  ResourceName: ({ resource }) => resource,
  AccessKeyId: keyOf,
}

function lookup(call: AwsCall) {
  const wanted = call.values('lookup-attributes').map(shorthand)
  const lines = call.world.log.filter(
    (line) =>
      line.kept &&
      line.record === 'management' &&
      wanted.every(({ AttributeKey, AttributeValue }) => fields[String(AttributeKey)]?.(line) === AttributeValue),
  )
  const events = lines.reverse().slice(0, Math.min(numberOf(call, 'max-results', 50), 50))
  return {
    Events: events.map((line) => ({
      EventId: line.id,
      EventName: line.event.eventName,
      ReadOnly: String(line.event.readOnly),
      AccessKeyId: keyOf(line),
      EventTime: line.at.replace('Z', '+00:00'),
      EventSource: line.event.eventSource,
      Username: userName(line),
      Resources: line.resource === '*' ? [] : [{ ResourceName: line.resource }],
      CloudTrailEvent: JSON.stringify(line.event),
    })),
  }
}

/** CloudTrail operations: lookup of events of the last 90 days. */
export const cloudtrail: AwsOperations = {
  'lookup-events': op(
    'lookup-attributes* max-results start-time end-time',
    'cloudtrail:LookupEvents',
    anything,
    lookup,
  ),
  'describe-trails': op('trail-name-list* include-shadow-trails?', 'cloudtrail:DescribeTrails', anything, (call) => ({
    trailList: shownTrails(call),
  })),
  'list-trails': op('', 'cloudtrail:ListTrails', anything, (call) => ({
    Trails: shownTrails(call).map(({ Name, TrailARN, HomeRegion }) => ({ Name, TrailARN, HomeRegion })),
  })),
  'get-trail-status': op('name!', 'cloudtrail:GetTrailStatus', anything, () => ({ IsLogging: true })),
  'get-event-selectors': op('trail-name!', 'cloudtrail:GetEventSelectors', anything, (call) => {
    const { world } = call
    const trail = all(world, 'aws_cloudtrail').find(({ name }) => name === call.need('trail-name'))
    const data = trail?.attributes.data_events === 'on' ? [{ Type: 'AWS::S3::Object', Values: ['arn:aws:s3'] }] : []
    return {
      TrailARN: trail ? arnOf(world, trail) : '',
      EventSelectors: [{ ReadWriteType: 'All', IncludeManagementEvents: true, DataResources: data }],
    }
  }),
}

const logGroup = (call: AwsCall, name: string) => regional(call, 'logs', `log-group:${name}`)

/** CloudWatch log groups defined by the lab, as rows with their log lines. */
export const logs: AwsOperations = {
  'describe-log-groups': op('log-group-name-prefix', 'logs:DescribeLogGroups', anything, (call) => ({
    logGroups: all(call.world, 'aws_cloudwatch_log_group').map(({ name }) => ({
      logGroupName: name,
      arn: logGroup(call, name),
    })),
  })),
  'filter-log-events': op(
    'log-group-name! filter-pattern start-time end-time limit',
    'logs:FilterLogEvents',
    (call) => ({ id: logGroup(call, call.need('log-group-name')) }),
    (call) => {
      const group = all(call.world, 'aws_cloudwatch_log_group').find(({ name }) => name === call.need('log-group-name'))
      const pattern = (call.option('filter-pattern') ?? '').replace(/^"|"$/g, '')
      const lines = (group?.attributes.contents ?? '')
        .split('\n')
        .filter((line) => line !== '' && line.includes(pattern))
      return { events: lines.map((message) => ({ logStreamName: 'main', message })), searchedLogStreams: [] }
    },
  ),
}

/** Names of current and removed resources of the account. */
const everOf = ({ world }: AwsCall, type: string) => [
  ...all(world, type).map(({ name }) => ({ name, deleted: false })),
  ...world.past.filter((one) => one.type === type).map(({ name }) => ({ name, deleted: true })),
]

/** Histories that outlive their resources. */
export const cloudformation: AwsOperations = {
  'list-stacks': op('stack-status-filter*', 'cloudformation:ListStacks', anything, (call) => ({
    StackSummaries: everOf(call, 'aws_cloudformation_stack').map(({ name, deleted }) => ({
      StackName: name,
      StackStatus: deleted ? 'DELETE_COMPLETE' : 'CREATE_COMPLETE',
    })),
  })),
}

export const configservice: AwsOperations = {
  'list-discovered-resources': op(
    'resource-type! include-deleted-resources?',
    'config:ListDiscoveredResources',
    anything,
    (call) => {
      const asked = call.need('resource-type')
      const type = asked === 'AWS::EC2::Instance' ? 'aws_instance' : asked.toLowerCase().replaceAll('::', '_')
      const found = everOf(call, type).filter(({ deleted }) => !deleted || call.has('include-deleted-resources'))
      return {
        resourceIdentifiers: found.map(({ name }) => ({ resourceType: asked, resourceId: name, resourceName: name })),
      }
    },
  ),
}

export const listCommands = op('max-results', 'ssm:ListCommands', anything, (call) => ({
  Commands: everOf(call, 'aws_ssm_command').map(({ name }) => ({
    CommandId: name,
    DocumentName: 'AWS-RunShellScript',
  })),
}))
