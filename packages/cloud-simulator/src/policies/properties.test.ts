import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ana, anybody, HOME, OBJECT, OTHER, ROLE, root, service, session, stranger } from '../../test/policies/aws.ts'
import { judgeAws } from './aws/judge.ts'
import type { AwsPolicies, AwsRequest } from './aws/request.ts'
import { type PolicyStatement, statementsOf } from './aws/request.ts'
import { judgeAzure } from './azure/judge.ts'
import type { AzureAssignment, AzureDenyAssignment, AzureRequest } from './azure/request.ts'
import { judgeGcp } from './gcp/judge.ts'
import type { GcpBinding, GcpDenyRule, GcpRequest } from './gcp/request.ts'
import { matches, wildcards } from './wildcard.ts'

const some = <T>(...values: T[]) => fc.constantFrom(...values)
const runs = { numRuns: 500 }

const ownFolder = 'arn:aws:s3:::reports/${aws:username}/*'
const principals = some<NonNullable<PolicyStatement['Principal']>>(
  '*',
  { AWS: HOME },
  { AWS: OTHER },
  { AWS: 'arn:aws:iam::111122223333:user/ana' },
  { AWS: ROLE },
  { AWS: 'arn:aws:sts::111122223333:assumed-role/reader/today' },
  { Service: 'lambda.amazonaws.com' },
)
const conditions = some<NonNullable<PolicyStatement['Condition']>>(
  { StringEquals: { 'aws:PrincipalAccount': HOME } },
  { StringNotLike: { 'aws:username': 'a*' } },
  { BoolIfExists: { 'aws:MultiFactorAuthPresent': 'false' } },
  { IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } },
  { 'ForAllValues:StringEquals': { 'aws:TagKeys': ['team'] } },
  { Null: { 'aws:username': 'true' } },
)
const actions = some('*', 's3:*', 's3:Get*', 's3:GetObject', 'sts:AssumeRole', 'sts:*', 'ec2:*')
const resources = some('*', 'arn:aws:s3', 'arn:aws:s3:::reports/*', OBJECT, ownFolder, ROLE, 'arn:aws:iam::*:role/*')

const statement = (effects = some<'Allow' | 'Deny'>('Allow', 'Deny')): fc.Arbitrary<PolicyStatement> =>
  fc
    .tuple(
      effects,
      fc.oneof(fc.record({ Action: actions }), fc.record({ NotAction: actions })),
      fc.oneof(fc.record({ Resource: resources }), fc.record({ NotResource: resources })),
      fc.oneof(fc.record({ Principal: principals }), fc.record({ NotPrincipal: principals })),
      fc.option(conditions, { nil: undefined }),
    )
    .map(([Effect, action, resource, principal, Condition]) => ({
      Effect,
      ...action,
      ...resource,
      ...principal,
      ...(Condition ? { Condition } : {}),
    }))
const document = fc.array(statement(), { maxLength: 3 }).map((Statement) => ({ Version: '2012-10-17', Statement }))
const policies: fc.Arbitrary<AwsPolicies> = fc.record(
  {
    identity: fc.array(document, { maxLength: 2 }),
    boundary: document,
    session: fc.array(document, { maxLength: 2 }),
    service_control: fc.array(fc.array(document, { maxLength: 2 }), { maxLength: 2 }),
    resource_control: fc.array(fc.array(document, { maxLength: 2 }), { maxLength: 1 }),
    resource: fc.record({ kind: some<'policy' | 'trust' | 'key'>('policy', 'trust', 'key'), document }),
  },
  { requiredKeys: [] },
)
const requests: fc.Arbitrary<AwsRequest> = fc.record({
  principal: some(ana, session, stranger, root, service, anybody),
  action: some('s3:GetObject', 'sts:AssumeRole'),
  resource: some(OBJECT, ROLE, '*'),
  resource_account: some(HOME, OTHER),
  context: some(
    {},
    { 'aws:SourceIp': '203.0.113.7' },
    { 'aws:MultiFactorAuthPresent': 'true', 'aws:TagKeys': ['team'] },
  ),
  policies,
})

/** Applies a change to the statements of every policy document of the request. */
function changed(all: AwsPolicies, change: (statements: readonly PolicyStatement[]) => PolicyStatement[]): AwsPolicies {
  const of = (one: { Version?: string; Statement: PolicyStatement | PolicyStatement[] }) => ({
    ...one,
    Statement: change(statementsOf(one)),
  })
  return {
    ...all,
    ...(all.identity ? { identity: all.identity.map(of) } : {}),
    ...(all.boundary ? { boundary: of(all.boundary) } : {}),
    ...(all.session ? { session: all.session.map(of) } : {}),
    ...(all.service_control ? { service_control: all.service_control.map((level) => level.map(of)) } : {}),
    ...(all.resource_control ? { resource_control: all.resource_control.map((level) => level.map(of)) } : {}),
    ...(all.resource ? { resource: { ...all.resource, document: of(all.resource.document) } } : {}),
  }
}
/** Adds a statement to the document with this index. */
const withOne = (request: AwsRequest, more: PolicyStatement, at: number): AwsRequest => {
  let seen = 0
  const add = (statements: readonly PolicyStatement[]) => (seen++ === at ? [...statements, more] : [...statements])
  return { ...request, policies: changed(request.policies, add) }
}

test('AWS: an additional deny in any policy never grants access', () => {
  fc.assert(
    fc.property(requests, statement(some('Deny')), fc.nat(6), (request, deny, at) => {
      const before = judgeAws(request).allowed
      const after = judgeAws(withOne(request, deny, at)).allowed
      const own = judgeAws({
        ...request,
        policies: {
          ...request.policies,
          identity: [...(request.policies.identity ?? []), { Version: '2012-10-17', Statement: deny }],
        },
      }).allowed
      expect([after && !before, own && !before]).toEqual([false, false])
    }),
    runs,
  )
})

test('AWS: an additional allow in any policy never removes access', () => {
  fc.assert(
    fc.property(requests, statement(some('Allow')), fc.nat(6), (request, allow, at) => {
      expect(judgeAws(request).allowed && !judgeAws(withOne(request, allow, at)).allowed).toBe(false)
    }),
    runs,
  )
})

test('AWS: the order of statements and policies does not matter', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const turned = changed(request.policies, (statements) => statements.toReversed())
      const order = turned.identity ? { ...turned, identity: turned.identity.toReversed() } : turned
      expect(judgeAws({ ...request, policies: order })).toEqual(judgeAws(request))
    }),
    runs,
  )
})

test('AWS: a denial always has a reason, and a grant never has one', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const { allowed, reason } = judgeAws(request)
      expect(reason === '').toBe(allowed)
    }),
    runs,
  )
})

const GROUP = '/subscriptions/s/resourceGroups/g'
const permissions = fc.record(
  {
    actions: fc.subarray(['*', '*/read', 'Microsoft.Compute/*', 'Microsoft.Compute/virtualMachines/read']),
    notActions: fc.subarray(['*/read', 'Microsoft.Compute/*/write']),
    dataActions: fc.subarray(['*', 'Microsoft.Storage/*']),
  },
  { requiredKeys: [] },
)
const scopes = some(
  '/',
  '/subscriptions/s',
  GROUP,
  `${GROUP}/providers/Microsoft.Compute/virtualMachines/v`,
  '/subscriptions/t',
)
const assignment: fc.Arbitrary<AzureAssignment> = fc.record({
  principal_id: some('ana', 'staff', 'eva'),
  role: some('a', 'b'),
  scope: scopes,
})
const denial: fc.Arbitrary<AzureDenyAssignment> = fc.record({
  name: fc.constant('d'),
  id: fc.constant('d'),
  principals: some(['*'], ['ana'], ['eva']),
  exclude_principals: some([], ['ana'], ['staff']),
  scope: scopes,
  permissions: fc.array(permissions, { maxLength: 2 }),
  do_not_apply_to_child_scopes: fc.boolean(),
})
const azureRequests: fc.Arbitrary<AzureRequest> = fc.record({
  client: fc.constant('ana'),
  object_id: fc.constant('ana'),
  groups: some([], ['staff']),
  action: some(
    'Microsoft.Compute/virtualMachines/read',
    'Microsoft.Compute/virtualMachines/write',
    'Microsoft.Storage/x/read',
  ),
  data: fc.boolean(),
  scope: some(`${GROUP}/providers/Microsoft.Compute/virtualMachines/v`, GROUP),
  roles: fc.tuple(fc.array(permissions, { maxLength: 2 }), fc.array(permissions, { maxLength: 2 })).map(([a, b]) => [
    { name: 'a', permissions: a },
    { name: 'b', permissions: b },
  ]),
  assignments: fc.array(assignment, { maxLength: 3 }),
  deny_assignments: fc.array(denial, { maxLength: 2 }),
})

test('Azure: a deny assignment never grants, a role assignment never denies, and their order does not matter', () => {
  fc.assert(
    fc.property(azureRequests, denial, assignment, (request, deny, given) => {
      const { allowed } = judgeAzure(request)
      const denied = judgeAzure({ ...request, deny_assignments: [...(request.deny_assignments ?? []), deny] })
      const widened = judgeAzure({ ...request, assignments: [...request.assignments, given] })
      const turned = judgeAzure({
        ...request,
        assignments: request.assignments.toReversed(),
        roles: request.roles.toReversed(),
      })
      expect([denied.allowed && !allowed, allowed && !widened.allowed, turned.allowed]).toEqual([false, false, allowed])
    }),
    runs,
  )
})

const members = fc.subarray([
  'user:ana@corp.example',
  'group:staff@corp.example',
  'allUsers',
  'user:eva@corp.example',
  'domain:corp.example',
])
const expressions = some(
  'true',
  'false',
  'request.time < timestamp("2027-01-01T00:00:00Z")',
  'resource.name.startsWith("b")',
  'unknown.thing',
)
const binding: fc.Arbitrary<GcpBinding> = fc.record(
  { role: some('reader', 'writer'), members, condition: fc.record({ expression: expressions }) },
  { requiredKeys: ['role', 'members'] },
)
const denyRule: fc.Arbitrary<GcpDenyRule> = fc.record(
  {
    denied_principals: members,
    exception_principals: members,
    denied_permissions: fc.subarray([
      'storage.googleapis.com/objects.*',
      'storage.googleapis.com/objects.get',
      'iam.googleapis.com/*.*',
    ]),
    exception_permissions: fc.subarray(['storage.googleapis.com/objects.get']),
    condition: fc.record({ expression: expressions }),
  },
  { requiredKeys: ['denied_principals', 'denied_permissions'] },
)
const node = (name: string) =>
  fc.record({
    name: fc.constant(name),
    bindings: fc.array(binding, { maxLength: 2 }),
    deny: fc.array(denyRule, { maxLength: 1 }),
  })
const gcpRequests: fc.Arbitrary<GcpRequest> = fc.record({
  member: some('user:ana@corp.example', null),
  groups: some([], ['group:staff@corp.example']),
  permission: some('storage.objects.get', 'iam.roles.update'),
  path: fc.tuple(node('organizations/1'), node('projects/p'), node('projects/_/buckets/b')).map((path) => [...path]),
  roles: fc.constant({ reader: ['storage.objects.*'], writer: ['iam.roles.update'] }),
  time: fc.constant('2026-11-24T10:00:00Z'),
})

test('Google Cloud: a deny rule never grants, a binding never denies, and their order does not matter', () => {
  fc.assert(
    fc.property(gcpRequests, denyRule, binding, fc.nat(2), (request, deny, given, at) => {
      const { allowed } = judgeGcp(request)
      const changedAt = (change: (one: GcpRequest['path'][number]) => GcpRequest['path'][number]) =>
        judgeGcp({ ...request, path: request.path.map((one, index) => (index === at ? change(one) : one)) }).allowed
      const denied = changedAt((one) => ({ ...one, deny: [...(one.deny ?? []), deny] }))
      const widened = changedAt((one) => ({ ...one, bindings: [...(one.bindings ?? []), given] }))
      const turned = changedAt((one) => ({ ...one, bindings: (one.bindings ?? []).toReversed() }))
      expect([denied && !allowed, allowed && !widened, turned]).toEqual([false, false, allowed])
    }),
    runs,
  )
})

/** Slow reference implementation: a star matches nothing, or one character followed by a star. */
function slowly(pattern: string, text: string): boolean {
  const [first, ...rest] = [...pattern]
  const [sign, ...others] = [...text]
  if (first === undefined) return sign === undefined
  if (first === '*') return slowly(rest.join(''), text) || (sign !== undefined && slowly(pattern, others.join('')))
  return sign !== undefined && (first === '?' || first === sign) && slowly(rest.join(''), others.join(''))
}

test('wildcards match like a plain, slow implementation', () => {
  const pattern = fc.string({ unit: some('a', 'b', '*', '?', '/', '💡'), maxLength: 8 })
  const text = fc.string({ unit: some('a', 'b', '*', '/', '💡'), maxLength: 8 })
  fc.assert(
    fc.property(pattern, text, (one, other) => {
      expect(matches(wildcards(one), other)).toBe(slowly(one, other))
    }),
    { numRuns: 5_000 },
  )
})

test('a pattern with many stars costs at most its length times the length of the text', () => {
  const text = 'a'.repeat(2_000)
  let steps = 0
  const counted = new Proxy(wildcards(`${'*a'.repeat(500)}b`), {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) steps++
      return Reflect.get(target, key, receiver)
    },
  })
  expect(matches(counted, text)).toBe(false)
  expect(steps).toBeLessThan(1_002 * 2_001 * 3)
})
