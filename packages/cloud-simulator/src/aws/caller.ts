import { Caller, CloudError, type Target } from '../engine/caller.ts'
import { judgeAws } from '../policies/aws/judge.ts'
import type { PolicyDocument, ResourcePolicyKind } from '../policies/aws/request.ts'
import { all, tagsOf } from '../resources.ts'
import type { Session } from '../session.ts'
import type { Resource, Verdict, World } from '../world.ts'
import { arnOf } from './arn.ts'
import { boundaryOf, policiesOf, serviceControl } from './identities.ts'
import type { Identity } from './identity.ts'

export interface AwsTarget extends Target {
  /** Its resource-based policy. */
  policy?: { kind: ResourcePolicyKind; document: PolicyDocument | undefined } | undefined
  /** Condition keys supplied by the call. */
  context?: Record<string, string>
  /** Event name in CloudTrail, if it differs from the action. */
  event?: string
  parameters?: Record<string, unknown>
  /** A data event, which trails only record if configured to. */
  data?: boolean
  /** Allowed for anyone with credentials: `sts:GetCallerIdentity`. */
  isFree?: boolean
}

const serviceOf = (action: string) => action.split(':')[0] ?? ''
const eventOf = (action: string, { event }: AwsTarget) => event ?? action.replace(/^.*:/, '')

/** An identity that calls AWS. Every policy of the account is evaluated, and CloudTrail records the call. */
export class AwsCaller extends Caller<AwsTarget> {
  readonly identity: Identity
  private readonly region: string

  constructor(session: Session, identity: Identity, agent: string, region = session.world.region) {
    super(session, agent)
    this.identity = identity
    this.region = region
  }

  verdict(action: string, { id, resource, policy, context, isFree }: AwsTarget): Verdict {
    const { world, identity } = this
    if (isFree) return { allowed: true, reason: '' }
    if (world.denied.includes(action))
      return { allowed: false, reason: 'with an explicit deny in a service control policy' }
    const { now, address } = this.session
    const boundary = boundaryOf(world, identity.resource)
    const levels = serviceControl(world)
    return judgeAws({
      principal: identity.principal,
      action,
      resource: id,
      resource_account: /^arn:aws:[^:]*:[^:]*:(\d{12}):/.exec(id)?.[1] ?? world.account_id,
      context: {
        'aws:SourceIp': address,
        'aws:SecureTransport': 'true',
        'aws:CurrentTime': now.toISOString(),
        'aws:EpochTime': String(Math.floor(now.getTime() / 1000)),
        'aws:RequestedRegion': this.region,
        'aws:UserAgent': this.agent,
        'aws:PrincipalType': identity.kind === 'user' ? 'User' : 'AssumedRole',
        'aws:ViaAWSService': 'false',
        ...(identity.issued ? { 'aws:TokenIssueTime': identity.issued } : {}),
        ...tagKeys('aws:PrincipalTag', identity.resource),
        ...(resource ? tagKeys('aws:ResourceTag', resource) : {}),
        ...context,
      },
      policies: {
        identity: policiesOf(world, identity.kind, identity.name),
        ...(boundary ? { boundary } : {}),
        ...(identity.session.length > 0 ? { session: identity.session } : {}),
        ...(levels ? { service_control: levels } : {}),
        ...(policy?.document ? { resource: { kind: policy.kind, document: policy.document } } : {}),
      },
    })
  }

  /** Logs a call that authorises itself. */
  override logged<R>(action: string, target: AwsTarget, work: () => R): R {
    return super.logged(action, target, work)
  }

  /** Access denied, in the words of the service. */
  override refusal(action: string, target: AwsTarget, reason: string): CloudError {
    const service = serviceOf(action)
    const what = target.id === '*' ? '' : ` on resource: ${service === 's3' ? `"${target.id}"` : target.id}`
    const message = `User: ${this.identity.arn} is not authorized to perform: ${action}${what} ${reason}`
    const [code, text] =
      service === 'ec2'
        ? ['UnauthorizedOperation', `You are not authorized to perform this operation. ${message}`]
        : [['iam', 'sts', 's3'].includes(service) ? 'AccessDenied' : 'AccessDeniedException', message]
    return new CloudError(code, text, 403, eventOf(action, target))
  }

  protected write(action: string, target: AwsTarget, error: CloudError | null) {
    const { world, session, identity } = this
    const { parameters = null, data = false } = target
    const event = eventOf(action, target)
    this.record(
      {
        identity: identity.arn,
        action: `${serviceOf(action)}:${event}`,
        resource: target.id,
        error: error?.code ?? null,
        record: data ? 'data' : 'management',
        kept: !data || all(world, 'aws_cloudtrail').some(({ attributes }) => attributes.data_events === 'on'),
      },
      (id, at) => ({
        eventVersion: '1.11',
        userIdentity: userIdentityOf(world, identity),
        eventTime: at,
        eventSource: `${serviceOf(action)}.amazonaws.com`,
        eventName: event,
        awsRegion: world.region,
        sourceIPAddress: session.address,
        userAgent: this.agent,
        ...(error ? { errorCode: error.code, errorMessage: error.message } : {}),
        requestParameters: parameters,
        responseElements: null,
        eventID: id,
        readOnly: /^(Get|List|Describe|Lookup|Head|Simulate|Filter|Scan|Query)/.test(event),
        eventType: 'AwsApiCall',
        managementEvent: !data,
        recipientAccountId: world.account_id,
        eventCategory: data ? 'Data' : 'Management',
      }),
    )
  }
}

const tagKeys = (prefix: string, resource: Resource) =>
  Object.fromEntries(Object.entries(tagsOf(resource)).map(([key, value]) => [`${prefix}/${key}`, value]))

function userIdentityOf(world: World, { kind, arn, userId, keyId, name, resource, issued }: Identity) {
  const common = { principalId: userId, arn, accountId: world.account_id, accessKeyId: keyId }
  if (kind === 'user') return { type: 'IAMUser', ...common, userName: name }
  return {
    type: 'AssumedRole',
    ...common,
    sessionContext: {
      sessionIssuer: {
        type: 'Role',
        principalId: userId.split(':')[0],
        arn: arnOf(world, resource),
        accountId: world.account_id,
        userName: name,
      },
      attributes: { creationDate: issued, mfaAuthenticated: 'false' },
    },
  }
}
