import type { Verdict } from '../../world.ts'
import { matchesIgnoringCase } from '../wildcard.ts'
import { holds } from './conditions.ts'
import { matchesResource } from './patterns.ts'
import { accountOf, type ContextValues, contextOf, type Naming, namingOf } from './principals.ts'
import type { AwsRequest } from './request.ts'
import { listOf, type PolicyDocument, type PolicyStatement, statementsOf } from './request.ts'

/** Kinds of policies, as named in errors. */
const kinds = {
  identity: 'identity-based policy',
  boundary: 'permissions boundary',
  session: 'session policy',
  service_control: 'service control policy',
  resource_control: 'resource control policy',
  resource: 'resource-based policy',
  trust: 'role trust policy',
}
type Kind = keyof typeof kinds
const articles: Partial<Record<Kind, string>> = { identity: 'an', trust: 'the' }

/** Whether AWS would allow this request: an explicit deny refuses it, then the limits set above must permit it, then a policy must allow it. */
export function judgeAws(request: AwsRequest): Verdict {
  // The only call that needs no permission and cannot be denied.
  if (request.action === 'sts:GetCallerIdentity') return { allowed: true, reason: '' }
  const refusal = explicitDeny(request) ?? fence(request) ?? silence(request)
  if (refusal === null) return { allowed: true, reason: '' }
  const { kind, explicit } = refusal
  return {
    allowed: false,
    reason: explicit
      ? `with an explicit deny in ${articles[kind] ?? 'a'} ${kinds[kind]}`
      : `because no ${kinds[kind]} allows the ${request.action} action`,
  }
}

interface Refusal {
  kind: Kind
  explicit: boolean
}
const implicit = (kind: Kind): Refusal => ({ kind, explicit: false })

/** Users and role sessions have an identity in AWS; services, federated tokens and anonymous callers do not. */
const hasIdentity = ({ principal }: AwsRequest) => accountOf(principal) !== null

function explicitDeny(request: AwsRequest): Refusal | null {
  const { identity, boundary, session, service_control, resource_control, resource } = request.policies
  const own: [Kind, readonly (PolicyDocument | undefined)[] | undefined][] = hasIdentity(request)
    ? [
        ['service_control', service_control?.flat()],
        ['identity', request.principal.kind === 'root' ? [] : identity],
        ['boundary', [boundary]],
        ['session', session],
      ]
    : []
  const found = own.find(([, documents]) => says('Deny', documents, request))
  if (found) return { kind: found[0], explicit: true }
  if (says('Deny', resource_control?.flat(), request, true)) return { kind: 'resource_control', explicit: true }
  return resource && grantOf(request, 'Deny') ? { kind: resourceKind(request), explicit: true } : null
}

/** Limits set by the organisation. Each level must allow. */
function fence(request: AwsRequest): Refusal | null {
  const { service_control = [], resource_control = [] } = request.policies
  if (hasIdentity(request) && !service_control.every((level) => says('Allow', level, request)))
    return implicit('service_control')
  return resource_control.every((level) => says('Allow', level, request, true)) ? null : implicit('resource_control')
}

/** Checks for a policy that allows the request. */
function silence(request: AwsRequest): Refusal | null {
  const { principal, policies, resource_account } = request
  const granted = policies.resource ? grantOf(request, 'Allow') : null
  const byResource = granted ? null : implicit(resourceKind(request))
  if (!hasIdentity(request)) return byResource
  if (accountOf(principal) !== resource_account) return identitySilence(request) ?? byResource
  // A role's trust policy and a key policy must name the caller or its account; other resource-based policies need not.
  const mustName = policies.resource !== undefined && policies.resource.kind !== 'policy'
  if (mustName && byResource) return byResource
  if (granted === 'direct') return null
  return granted === 'role' ? limits(request) : identitySilence(request)
}

const identitySilence = (request: AwsRequest) =>
  request.principal.kind === 'root' || says('Allow', request.policies.identity, request)
    ? limits(request)
    : implicit('identity')

function limits(request: AwsRequest): Refusal | null {
  const { boundary, session } = request.policies
  if (boundary && !says('Allow', [boundary], request)) return implicit('boundary')
  return session && !says('Allow', session, request) ? implicit('session') : null
}

const resourceKind = ({ policies }: AwsRequest): Kind => (policies.resource?.kind === 'trust' ? 'trust' : 'resource')

/** The strongest way in which a statement of the resource-based policy with this effect names the caller. */
function grantOf(request: AwsRequest, effect: PolicyStatement['Effect']): Naming | null {
  const { resource } = request.policies
  if (!resource) return null
  const names = applying(effect, [resource.document], request, resource.kind === 'trust').map((statement) =>
    namingOf(statement, request.principal),
  )
  return (['direct', 'role', 'account'] as const).find((naming) => names.includes(naming)) ?? null
}

/** Whether a statement with this effect applies to the request; `named` also checks its principals. */
const says = (
  effect: PolicyStatement['Effect'],
  documents: readonly (PolicyDocument | undefined)[] | undefined,
  request: AwsRequest,
  named = false,
) =>
  applying(effect, documents ?? [], request).some(
    (statement) => !named || namingOf(statement, request.principal) !== null,
  )

function applying(
  effect: PolicyStatement['Effect'],
  documents: readonly (PolicyDocument | undefined)[],
  request: AwsRequest,
  anyResource = false,
): PolicyStatement[] {
  const context = contextOf(request)
  return documents.flatMap((document) =>
    document === undefined
      ? []
      : statementsOf(document).filter(
          (statement) => statement.Effect === effect && applies(statement, document, request, context, anyResource),
        ),
  )
}

function applies(
  { Action, NotAction, Resource, NotResource, Condition = {} }: PolicyStatement,
  { Version }: PolicyDocument,
  { action, resource }: AwsRequest,
  context: ContextValues,
  anyResource: boolean,
): boolean {
  const filling = { context, variables: Version === '2012-10-17' }
  const isAction = (pattern: string) => matchesIgnoringCase(pattern, action)
  const isResource = (pattern: string) => matchesResource(pattern, resource, filling)
  return (
    (Action === undefined
      ? NotAction !== undefined && !listOf(NotAction).some(isAction)
      : listOf(Action).some(isAction)) &&
    (anyResource ||
      (Resource === undefined
        ? NotResource !== undefined && !listOf(NotResource).some(isResource)
        : listOf(Resource).some(isResource))) &&
    holds(Condition, filling)
  )
}
