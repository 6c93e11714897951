import type { PolicyDocument } from '../policies/aws/document.ts'
import { judgeAws } from '../policies/aws/judge.ts'
import type { ResourcePolicyKind } from '../policies/aws/request.ts'
import type { Verdict } from '../policies/verdict.ts'
import { tagsOf } from '../resources.ts'
import type { Resource, World } from '../world.ts'
import type { Caller } from './caller.ts'
import { boundaryOf, policiesOf, serviceControl } from './identities.ts'
export interface Wish {
  /** As in `s3:GetObject`. */
  action: string
  /** An ARN, or `*`. */
  resource: string
  resourcePolicy?: { kind: ResourcePolicyKind; document: PolicyDocument | undefined } | undefined
  /** Condition keys supplied by this API call. */
  context?: Record<string, string>
  /** Resource whose tags conditions can use. */
  on?: Resource | undefined
}

export interface Surroundings {
  now: Date
  address: string
  agent: string
}

/** Whether a caller may perform an action, according to every policy in the account. */
export function authorize(world: World, caller: Caller, wish: Wish, { now, address, agent }: Surroundings): Verdict {
  const { action, resource, resourcePolicy, context, on } = wish
  if (world.denied.includes(action))
    return { allowed: false, reason: 'with an explicit deny in a service control policy' }
  const boundary = boundaryOf(world, caller.resource)
  const levels = serviceControl(world)
  return judgeAws({
    principal: caller.principal,
    action,
    resource,
    resource_account: /^arn:aws:[^:]*:[^:]*:(\d{12}):/.exec(resource)?.[1] ?? world.account_id,
    context: {
      'aws:SourceIp': address,
      'aws:SecureTransport': 'true',
      'aws:CurrentTime': now.toISOString(),
      'aws:EpochTime': String(Math.floor(now.getTime() / 1000)),
      'aws:RequestedRegion': world.region,
      'aws:UserAgent': agent,
      'aws:PrincipalType': caller.kind === 'user' ? 'User' : 'AssumedRole',
      'aws:ViaAWSService': 'false',
      ...(caller.issued ? { 'aws:TokenIssueTime': caller.issued } : {}),
      ...Object.fromEntries(
        Object.entries(tagsOf(caller.resource)).map(([key, value]) => [`aws:PrincipalTag/${key}`, value]),
      ),
      ...(on
        ? Object.fromEntries(Object.entries(tagsOf(on)).map(([key, value]) => [`aws:ResourceTag/${key}`, value]))
        : {}),
      ...context,
    },
    policies: {
      identity: policiesOf(world, caller.kind, caller.name),
      ...(boundary ? { boundary } : {}),
      ...(caller.session.length > 0 ? { session: caller.session } : {}),
      ...(levels ? { service_control: levels } : {}),
      ...(resourcePolicy?.document
        ? { resource: { kind: resourcePolicy.kind, document: resourcePolicy.document } }
        : {}),
    },
  })
}
