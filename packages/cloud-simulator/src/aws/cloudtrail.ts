import { all } from '../resources.ts'
import type { LogLine } from '../world.ts'
import { arnOf } from './arn.ts'
import { type AwsCall, type AwsOperation, op } from './call.ts'
import { shorthand } from './options.ts'

const shownTrail = (call: AwsCall) =>
  all(call.world, 'aws_cloudtrail').map((one) => ({
    Name: one.name,
    S3BucketName:
      one.attributes.s3_bucket_name ??
      all(call.world, 'aws_s3_bucket').find(({ name }) => name.includes('log'))?.name ??
      '',
    IncludeGlobalServiceEvents: true,
    IsMultiRegionTrail: true,
    HomeRegion: call.world.region,
    TrailARN: arnOf(call.world, one),
    LogFileValidationEnabled: true,
    HasCustomEventSelectors: false,
  }))

const userName = ({ identity }: LogLine) => identity.replace(/^.*\//, '')

const asked: Record<string, (line: LogLine) => string> = {
  EventName: ({ event }) => String(event.eventName),
  EventSource: ({ event }) => String(event.eventSource),
  EventId: ({ id }) => id,
  ReadOnly: ({ event }) => String(event.readOnly),
  Username: userName,
  ResourceName: ({ resource }) => resource,
  AccessKeyId: ({ event }) => String((event.userIdentity as { accessKeyId?: string }).accessKeyId),
}

function lookup(call: AwsCall) {
  return call.act('cloudtrail:LookupEvents', '*', () => {
    const wanted = (call.options.values.get('lookup-attributes') ?? []).map(shorthand)
    const lines = call.world.log.filter(
      (line) =>
        line.kept &&
        line.record === 'management' &&
        wanted.every(({ AttributeKey, AttributeValue }) => asked[String(AttributeKey)]?.(line) === AttributeValue),
    )
    const events = lines.reverse().slice(0, Math.min(call.number('max-results', 50), 50))
    return {
      Events: events.map((line) => ({
        EventId: line.id,
        EventName: line.event.eventName,
        ReadOnly: String(line.event.readOnly),
        AccessKeyId: asked.AccessKeyId?.(line),
        EventTime: line.at.replace('Z', '+00:00'),
        EventSource: line.event.eventSource,
        Username: userName(line),
        Resources: line.resource === '*' ? [] : [{ ResourceName: line.resource }],
        CloudTrailEvent: JSON.stringify(line.event),
      })),
    }
  })
}

/** CloudTrail operations: lookup of events of the last 90 days. */
export const cloudtrail: Record<string, AwsOperation> = {
  'lookup-events': op('lookup-attributes* max-results start-time end-time', lookup),
  'describe-trails': op('trail-name-list* include-shadow-trails?', (call) =>
    call.act('cloudtrail:DescribeTrails', '*', () => ({ trailList: shownTrail(call) })),
  ),
  'list-trails': op('', (call) =>
    call.act('cloudtrail:ListTrails', '*', () => ({
      Trails: shownTrail(call).map(({ Name, TrailARN, HomeRegion }) => ({ Name, TrailARN, HomeRegion })),
    })),
  ),
  'get-trail-status': op('name!', (call) => call.act('cloudtrail:GetTrailStatus', '*', () => ({ IsLogging: true }))),
  'get-event-selectors': op('trail-name!', (call) =>
    call.act('cloudtrail:GetEventSelectors', '*', () => {
      const trail = all(call.world, 'aws_cloudtrail').find(({ name }) => name === call.need('trail-name'))
      return {
        TrailARN: trail ? arnOf(call.world, trail) : '',
        EventSelectors: [
          {
            ReadWriteType: 'All',
            IncludeManagementEvents: true,
            DataResources:
              trail?.attributes.data_events === 'on' ? [{ Type: 'AWS::S3::Object', Values: ['arn:aws:s3'] }] : [],
          },
        ],
      }
    }),
  ),
}

/** CloudWatch log groups defined by the lab, as rows with their log lines. */
export const logs: Record<string, AwsOperation> = {
  'describe-log-groups': op('log-group-name-prefix', (call) =>
    call.act('logs:DescribeLogGroups', '*', () => ({
      logGroups: all(call.world, 'aws_cloudwatch_log_group').map((one) => ({
        logGroupName: one.name,
        arn: `arn:aws:logs:${call.world.region}:${call.world.account_id}:log-group:${one.name}`,
      })),
    })),
  ),
  'filter-log-events': op('log-group-name! filter-pattern start-time end-time limit', (call) =>
    call.act(
      'logs:FilterLogEvents',
      `arn:aws:logs:${call.world.region}:${call.world.account_id}:log-group:${call.need('log-group-name')}`,
      () => {
        const group = all(call.world, 'aws_cloudwatch_log_group').find(
          ({ name }) => name === call.need('log-group-name'),
        )
        const pattern = (call.option('filter-pattern') ?? '').replace(/^"|"$/g, '')
        return {
          events: (group?.attributes.contents ?? '')
            .split('\n')
            .filter((line) => line !== '' && line.includes(pattern))
            .map((message) => ({ logStreamName: 'main', message })),
          searchedLogStreams: [],
        }
      },
    ),
  ),
}
