import { CloudError } from '../../engine/caller.ts'
import { madeOn } from '../../generated-ids.ts'
import { all, find } from '../../resources.ts'
import type { Resource, World } from '../../world.ts'
import { arnFor, arnOf, uniqueId } from '../arn.ts'
import { type AwsCall, type AwsOperations, anything, isoDate, listOf, op, tagList } from '../call.ts'
import { AwsCaller } from '../caller.ts'
import { documentOf } from '../documents.ts'
import { attachedPolicies, groupsOf, inlinePolicies, type Kind, policyByArn } from '../identities.ts'
import { accessKeys, roleIdentity, userIdentity } from '../identity.ts'
import { iamWrites, identityTarget, nameIn, noSuch, titles } from './iam-writes.ts'

const made = (world: World, one: Resource) => isoDate(madeOn(world, one.name))
const tagsIfAny = (one: Resource) => (tagList(one).length > 0 ? { Tags: tagList(one) } : {})

const shownRole = (world: World, role: Resource) => ({
  Path: role.attributes.path ?? '/',
  RoleName: role.name,
  RoleId: uniqueId(world, 'AROA', role.name),
  Arn: arnOf(world, role),
  CreateDate: made(world, role),
  AssumeRolePolicyDocument: documentOf(role.attributes.assume_role_policy) ?? {},
  ...(role.attributes.description ? { Description: role.attributes.description } : {}),
  MaxSessionDuration: Number(role.attributes.max_session_duration ?? 3600),
})

const shownUser = (world: World, user: Resource) => ({
  Path: user.attributes.path ?? '/',
  UserName: user.name,
  UserId: uniqueId(world, 'AIDA', user.name),
  Arn: arnOf(world, user),
  CreateDate: made(world, user),
})

const shownGroup = (world: World, group: Resource) => ({
  Path: '/',
  GroupName: group.name,
  GroupId: uniqueId(world, 'AGPA', group.name),
  Arn: arnOf(world, group),
  CreateDate: made(world, group),
})

const shownPolicy = (world: World, policy: Resource) => ({
  PolicyName: policy.name,
  PolicyId: uniqueId(world, 'ANPA', policy.name),
  Arn: arnOf(world, policy),
  Path: policy.attributes.path ?? '/',
  DefaultVersionId: policy.attributes.default_version ?? 'v1',
  AttachmentCount: 1,
  IsAttachable: true,
  CreateDate: made(world, policy),
  UpdateDate: made(world, policy),
})

const shownProfile = (world: World, profile: Resource) => {
  const role = find(world, 'aws_iam_role', profile.attributes.role ?? profile.name)
  return {
    Path: '/',
    InstanceProfileName: profile.name,
    InstanceProfileId: uniqueId(world, 'AIPA', profile.name),
    Arn: arnOf(world, profile),
    CreateDate: made(world, profile),
    Roles: role ? [shownRole(world, role)] : [],
  }
}

/** Target of calls that list one kind of identity or policy. */
const every = (kind: string) => (call: AwsCall) => ({ id: `arn:aws:iam::${call.world.account_id}:${kind}/` })

/** `ListRoles`, `ListUsers`, …: lists one kind of identity. */
const listed = (kind: Kind, show: (world: World, one: Resource) => unknown) =>
  op('path-prefix', `iam:List${titles[kind]}s`, every(kind), (call) => ({
    [`${titles[kind]}s`]: all(call.world, `aws_iam_${kind}`)
      .filter((one) => (one.attributes.path ?? '/').startsWith(call.option('path-prefix') ?? '/'))
      .map((one) => show(call.world, one)),
  }))

/** An operation on one user, role or group. */
const about = (kind: Kind, options: string, action: string, show: (call: AwsCall, one: Resource) => unknown) =>
  op(
    options,
    `iam:${action}`,
    (call) => ({
      ...identityTarget(call, kind),
      parameters: {
        [`${kind}Name`]: nameIn(call, kind),
        ...(call.has('policy-name') ? { policyName: call.option('policy-name') } : {}),
      },
    }),
    show,
  )

/** Policies of an identity, as lists name them. */
const namesOf = (policies: { name: string; arn?: string }[]) =>
  policies.map(({ name, arn }) => ({ PolicyName: name, PolicyArn: arn }))

/** The three policy read operations of each kind of identity. */
const policyReads = (kind: Kind): AwsOperations => ({
  [`list-${kind}-policies`]: about(kind, `${kind}-name!`, `List${titles[kind]}Policies`, ({ world }, one) => ({
    PolicyNames: inlinePolicies(world, kind, one.name).map(({ name }) => name),
  })),
  [`get-${kind}-policy`]: about(kind, `${kind}-name! policy-name!`, `Get${titles[kind]}Policy`, (call, one) => {
    const found = inlinePolicies(call.world, kind, one.name).find(({ name }) => name === call.need('policy-name'))
    if (!found) throw noSuch(`${kind} policy`, call.need('policy-name'))
    return { [`${titles[kind]}Name`]: one.name, PolicyName: found.name, PolicyDocument: found.document }
  }),
  [`list-attached-${kind}-policies`]: about(
    kind,
    `${kind}-name! path-prefix`,
    `ListAttached${titles[kind]}Policies`,
    ({ world }, one) => ({ AttachedPolicies: namesOf(attachedPolicies(world, kind, one.name)) }),
  ),
})

const policyTarget = (call: AwsCall) => ({ id: call.need('policy-arn') })

function policyOf(call: AwsCall) {
  const arn = call.need('policy-arn')
  const found = policyByArn(call.world, arn)
  if (!found) throw new CloudError('NoSuchEntity', `Policy ${arn} does not exist or is not attachable.`)
  const own = all(call.world, 'aws_iam_policy').find((one) => arnOf(call.world, one) === arn)
  return { ...found, own, version: own?.attributes.default_version ?? 'v1' }
}

function authorizationDetails({ world }: AwsCall) {
  const policies = (kind: Kind, { name }: Resource) => ({
    [`${titles[kind]}PolicyList`]: inlinePolicies(world, kind, name).map((one) => ({
      PolicyName: one.name,
      PolicyDocument: one.document,
    })),
    AttachedManagedPolicies: namesOf(attachedPolicies(world, kind, name)),
  })
  return {
    UserDetailList: all(world, 'aws_iam_user').map((one) => ({
      ...shownUser(world, one),
      ...policies('user', one),
      GroupList: groupsOf(world, one.name).map(({ name }) => name),
    })),
    GroupDetailList: all(world, 'aws_iam_group').map((one) => ({
      GroupName: one.name,
      Arn: arnOf(world, one),
      ...policies('group', one),
    })),
    RoleDetailList: all(world, 'aws_iam_role').map((one) => ({ ...shownRole(world, one), ...policies('role', one) })),
    Policies: all(world, 'aws_iam_policy').map((one) => {
      const VersionId = one.attributes.default_version ?? 'v1'
      const Document = documentOf(one.attributes.policy) ?? {}
      return { ...shownPolicy(world, one), PolicyVersionList: [{ Document, VersionId, IsDefaultVersion: true }] }
    }),
  }
}

/** Evaluates an identity's policies without making a call. */
function simulated(call: AwsCall) {
  const { world, session } = call
  const source = call.need('policy-source-arn')
  const found = all(world, 'aws_iam_user', 'aws_iam_role').find((one) => arnOf(world, one) === source)
  if (!found) throw new CloudError('NoSuchEntity', `The principal ${source} cannot be found.`)
  const isUser = found.type === 'aws_iam_user'
  const identity = isUser ? userIdentity(world, found, '') : roleIdentity(world, found, 'simulation', '')
  const caller = new AwsCaller(session, identity, call.caller.agent)
  const resources = call.has('resource-arns') ? listOf(call, 'resource-arns') : ['*']
  const results = listOf(call, 'action-names').flatMap((action) => {
    session.budget.spend(1000 * resources.length)
    return resources.map((id) => {
      const { allowed, reason } = caller.verdict(action, { id })
      return {
        EvalActionName: action,
        EvalResourceName: id,
        EvalDecision: allowed ? 'allowed' : /explicit deny/.test(reason) ? 'explicitDeny' : 'implicitDeny',
        MatchedStatements: [],
        MissingContextValues: [],
      }
    })
  })
  return { EvaluationResults: results, IsTruncated: false }
}

/** IAM operations. */
export const iam: AwsOperations = {
  'list-roles': listed('role', shownRole),
  'list-users': listed('user', shownUser),
  'list-groups': listed('group', shownGroup),
  'get-role': about('role', 'role-name!', 'GetRole', ({ world }, one) => ({
    Role: { ...shownRole(world, one), ...tagsIfAny(one) },
  })),
  'get-user': about('user', 'user-name', 'GetUser', ({ world }, one) => ({
    User: { ...shownUser(world, one), ...tagsIfAny(one) },
  })),
  'get-group': about('group', 'group-name!', 'GetGroup', ({ world }, one) => ({
    Group: { GroupName: one.name, Arn: arnOf(world, one) },
    Users: all(world, 'aws_iam_user')
      .filter((user) => groupsOf(world, user.name).some(({ name }) => name === one.name))
      .map((user) => shownUser(world, user)),
  })),
  ...policyReads('role'),
  ...policyReads('user'),
  ...policyReads('group'),
  'list-groups-for-user': about('user', 'user-name!', 'ListGroupsForUser', ({ world }, one) => ({
    Groups: groupsOf(world, one.name).map((group) => ({ Path: '/', GroupName: group.name, Arn: arnOf(world, group) })),
  })),
  'list-user-tags': about('user', 'user-name!', 'ListUserTags', (_, one) => ({ Tags: tagList(one) })),
  'list-role-tags': about('role', 'role-name!', 'ListRoleTags', (_, one) => ({ Tags: tagList(one) })),
  'list-access-keys': about('user', 'user-name', 'ListAccessKeys', ({ world }, one) => ({
    AccessKeyMetadata: accessKeys(world)
      .filter(({ user }) => user === one.name)
      .map((key) => ({
        UserName: one.name,
        AccessKeyId: key.id,
        Status: key.active ? 'Active' : 'Inactive',
        CreateDate: isoDate(madeOn(world, key.id)),
      })),
  })),
  'list-mfa-devices': about('user', 'user-name', 'ListMFADevices', () => ({ MFADevices: [] })),
  'list-policies': op('scope only-attached? path-prefix', 'iam:ListPolicies', every('policy'), ({ world }) => ({
    Policies: all(world, 'aws_iam_policy').map((one) => shownPolicy(world, one)),
  })),
  'get-policy': op('policy-arn!', 'iam:GetPolicy', policyTarget, (call) => {
    const { own, name, arn } = policyOf(call)
    const managed = { PolicyName: name, Arn: arn, Path: '/', DefaultVersionId: 'v1', IsAttachable: true }
    return { Policy: own ? shownPolicy(call.world, own) : managed }
  }),
  'get-policy-version': op('policy-arn! version-id!', 'iam:GetPolicyVersion', policyTarget, (call) => ({
    PolicyVersion: {
      Document: policyOf(call).document,
      VersionId: call.need('version-id'),
      IsDefaultVersion: true,
      CreateDate: isoDate(madeOn(call.world, call.need('policy-arn'))),
    },
  })),
  'list-policy-versions': op('policy-arn!', 'iam:ListPolicyVersions', policyTarget, (call) => ({
    Versions: [{ VersionId: policyOf(call).version, IsDefaultVersion: true }],
  })),
  'list-entities-for-policy': op('policy-arn!', 'iam:ListEntitiesForPolicy', policyTarget, (call) => {
    const holders = (kind: Kind) =>
      all(call.world, `aws_iam_${kind}`)
        .filter(({ name }) =>
          attachedPolicies(call.world, kind, name).some(({ arn }) => arn === call.need('policy-arn')),
        )
        .map(({ name }) => ({ [`${titles[kind]}Name`]: name }))
    return { PolicyGroups: holders('group'), PolicyUsers: holders('user'), PolicyRoles: holders('role') }
  }),
  'list-instance-profiles': op('path-prefix', 'iam:ListInstanceProfiles', every('instance-profile'), ({ world }) => ({
    InstanceProfiles: all(world, 'aws_iam_instance_profile').map((one) => shownProfile(world, one)),
  })),
  'get-instance-profile': op(
    'instance-profile-name!',
    'iam:GetInstanceProfile',
    (call) => {
      const name = call.need('instance-profile-name')
      return {
        id: arnFor(call.world, 'aws_iam_instance_profile', name),
        resource: find(call.world, 'aws_iam_instance_profile', name),
        missing: () => new CloudError('NoSuchEntity', `Instance Profile ${name} cannot be found.`),
      }
    },
    ({ world }, profile) => ({ InstanceProfile: shownProfile(world, profile) }),
  ),
  'list-account-aliases': op('', 'iam:ListAccountAliases', anything, () => ({ AccountAliases: [] })),
  'get-account-authorization-details': op(
    'filter*',
    'iam:GetAccountAuthorizationDetails',
    anything,
    authorizationDetails,
  ),
  'simulate-principal-policy': op(
    'policy-source-arn! action-names!* resource-arns* context-entries*',
    'iam:SimulatePrincipalPolicy',
    (call) => ({ id: call.need('policy-source-arn') }),
    simulated,
  ),
  ...iamWrites,
}
