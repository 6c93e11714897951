import { utc, uuidOf } from '../generated-ids.ts'
import { all } from '../resources.ts'
import type { Session } from '../session.ts'
import type { World } from '../world.ts'
import { arnOf } from './arn.ts'
import type { Caller } from './caller.ts'
export interface Told {
  caller: Caller | null
  service: string
  event: string
  resource: string
  agent: string
  parameters: Record<string, unknown> | null
  /** Whether it is a data event, which trails only record if configured to. */
  data: boolean
  error: { code: string; message: string } | null
}

/** Records the CloudTrail event of a call. */
export function writeTrail(
  session: Session,
  { caller, service, event, resource, agent, parameters, data, error }: Told,
) {
  const { world } = session
  const id = uuidOf(world, session.madeUp(32))
  const at = utc(session.now)
  session.record({
    id,
    at,
    identity: caller?.arn ?? 'unknown',
    action: `${service}:${event}`,
    resource,
    source_ip: session.address,
    user_agent: agent,
    error: error?.code ?? null,
    record: data ? 'data' : 'management',
    kept: !data || keepsData(world),
    event: {
      eventVersion: '1.11',
      userIdentity: caller ? identityOf(world, caller) : { type: 'Unknown' },
      eventTime: at,
      eventSource: `${service}.amazonaws.com`,
      eventName: event,
      awsRegion: world.region,
      sourceIPAddress: session.address,
      userAgent: agent,
      ...(error ? { errorCode: error.code, errorMessage: error.message } : {}),
      requestParameters: parameters,
      responseElements: null,
      eventID: id,
      readOnly: /^(Get|List|Describe|Lookup|Head|Simulate|Filter|Scan|Query)/.test(event),
      eventType: 'AwsApiCall',
      managementEvent: !data,
      recipientAccountId: world.account_id,
      eventCategory: data ? 'Data' : 'Management',
    },
  })
}

/** Whether a trail of the account records data events. */
const keepsData = (world: World) =>
  all(world, 'aws_cloudtrail').some(({ attributes }) => attributes.data_events === 'on')

function identityOf(world: World, caller: Caller) {
  const common = { principalId: caller.userId, arn: caller.arn, accountId: world.account_id, accessKeyId: caller.keyId }
  if (caller.kind === 'user') return { type: 'IAMUser', ...common, userName: caller.name }
  return {
    type: 'AssumedRole',
    ...common,
    sessionContext: {
      sessionIssuer: {
        type: 'Role',
        principalId: caller.userId.split(':')[0],
        arn: arnOf(world, caller.resource),
        accountId: world.account_id,
        userName: caller.name,
      },
      attributes: { creationDate: caller.issued, mfaAuthenticated: 'false' },
    },
  }
}
