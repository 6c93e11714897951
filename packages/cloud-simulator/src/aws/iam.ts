import { madeOn } from '../generated-ids.ts'
import { all, find, tagsOf } from '../resources.ts'
import type { Resource, World } from '../world.ts'
import { arnFor, arnOf, uniqueId } from './arn.ts'
import { type AwsCall, type AwsOperation, op } from './call.ts'
import { accessKeys } from './caller.ts'
import { documentOf } from './documents.ts'
import { AwsError } from './error.ts'
import { iamWrites } from './iam-write.ts'
import { attachedPolicies, groupsOf, inlinePolicies, type Kind, policyByArn } from './identities.ts'
import { simulatePrincipal } from './simulate-principal.ts'

const isoDate = (date: Date) => `${date.toISOString().slice(0, 19)}+00:00`
const prefixes: Record<Kind, string> = { user: 'AIDA', role: 'AROA', group: 'AGPA' }
const titles: Record<Kind, string> = { user: 'User', role: 'Role', group: 'Group' }

/** The user, role or group with this name. Throws IAM's NoSuchEntity error if it does not exist. */
export function named(world: World, kind: Kind, name: string): Resource {
  const found = find(world, `aws_iam_${kind}`, name)
  if (!found) throw new AwsError('NoSuchEntity', `The ${kind} with name ${name} cannot be found.`)
  return found
}

const tags = (one: Resource) => Object.entries(tagsOf(one)).map(([Key, Value]) => ({ Key, Value }))

const shownRole = (world: World, role: Resource) => ({
  Path: role.attributes.path ?? '/',
  RoleName: role.name,
  RoleId: uniqueId(world, 'AROA', role.name),
  Arn: arnOf(world, role),
  CreateDate: isoDate(madeOn(world, role.name)),
  AssumeRolePolicyDocument: documentOf(role.attributes.assume_role_policy) ?? {},
  ...(role.attributes.description ? { Description: role.attributes.description } : {}),
  MaxSessionDuration: Number(role.attributes.max_session_duration ?? 3600),
})

const shownUser = (world: World, user: Resource) => ({
  Path: user.attributes.path ?? '/',
  UserName: user.name,
  UserId: uniqueId(world, 'AIDA', user.name),
  Arn: arnOf(world, user),
  CreateDate: isoDate(madeOn(world, user.name)),
})

const shownPolicy = (world: World, policy: Resource) => ({
  PolicyName: policy.name,
  PolicyId: uniqueId(world, 'ANPA', policy.name),
  Arn: arnOf(world, policy),
  Path: policy.attributes.path ?? '/',
  DefaultVersionId: policy.attributes.default_version ?? 'v1',
  AttachmentCount: 1,
  IsAttachable: true,
  CreateDate: isoDate(madeOn(world, policy.name)),
  UpdateDate: isoDate(madeOn(world, policy.name)),
})

const anywhere = (call: AwsCall, kind: string) => `arn:aws:iam::${call.world.account_id}:${kind}/`

/** `ListRoles`, `ListUsers`, …: lists one kind of identity. */
const listed = (kind: Kind, show: (world: World, one: Resource) => unknown) =>
  op('path-prefix', (call) =>
    call.act(`iam:List${titles[kind]}s`, anywhere(call, kind), () => ({
      [`${titles[kind]}s`]: all(call.world, `aws_iam_${kind}`)
        .filter((one) => (one.attributes.path ?? '/').startsWith(call.option('path-prefix') ?? '/'))
        .map((one) => show(call.world, one)),
    })),
  )

const nameIn = (call: AwsCall, kind: Kind) =>
  call.option(`${kind}-name`) ?? (kind === 'user' && call.caller.kind === 'user' ? call.caller.name : '')

const target = (call: AwsCall, kind: Kind) => {
  const found = find(call.world, `aws_iam_${kind}`, nameIn(call, kind))
  return found ? arnOf(call.world, found) : arnFor(call.world, `aws_iam_${kind}`, nameIn(call, kind))
}

/** An operation on one user, role or group. */
const about = (kind: Kind, options: string, action: string, show: (call: AwsCall, one: Resource) => unknown) =>
  op(options, (call) =>
    call.act(`iam:${action}`, target(call, kind), () => show(call, named(call.world, kind, nameIn(call, kind))), {
      parameters: {
        [`${kind}Name`]: nameIn(call, kind),
        ...(call.has('policy-name') ? { policyName: call.option('policy-name') } : {}),
      },
      on: find(call.world, `aws_iam_${kind}`, nameIn(call, kind)),
    }),
  )

/** The five policy read operations of each kind of identity. */
const policyReads = (kind: Kind): Record<string, AwsOperation> => ({
  [`list-${kind}-policies`]: about(kind, `${kind}-name!`, `List${titles[kind]}Policies`, ({ world }, one) => ({
    PolicyNames: inlinePolicies(world, kind, one.name).map(({ name }) => name),
  })),
  [`get-${kind}-policy`]: about(kind, `${kind}-name! policy-name!`, `Get${titles[kind]}Policy`, (call, one) => {
    const found = inlinePolicies(call.world, kind, one.name).find(({ name }) => name === call.need('policy-name'))
    if (!found)
      throw new AwsError('NoSuchEntity', `The ${kind} policy with name ${call.need('policy-name')} cannot be found.`)
    return { [`${titles[kind]}Name`]: one.name, PolicyName: found.name, PolicyDocument: found.document }
  }),
  [`list-attached-${kind}-policies`]: about(
    kind,
    `${kind}-name! path-prefix`,
    `ListAttached${titles[kind]}Policies`,
    ({ world }, one) => ({
      AttachedPolicies: attachedPolicies(world, kind, one.name).map(({ name, arn }) => ({
        PolicyName: name,
        PolicyArn: arn,
      })),
    }),
  ),
})

function getPolicy(call: AwsCall) {
  const arn = call.need('policy-arn')
  return call.act('iam:GetPolicy', arn, () => {
    const own = all(call.world, 'aws_iam_policy').find((one) => arnOf(call.world, one) === arn)
    if (own) return { Policy: shownPolicy(call.world, own) }
    const managed = policyByArn(call.world, arn)
    if (!managed) throw noPolicy(arn)
    return { Policy: { PolicyName: managed.name, Arn: arn, Path: '/', DefaultVersionId: 'v1', IsAttachable: true } }
  })
}

const noPolicy = (arn: string) => new AwsError('NoSuchEntity', `Policy ${arn} does not exist or is not attachable.`)

const policyVersion = op('policy-arn! version-id!', (call) => {
  const arn = call.need('policy-arn')
  return call.act('iam:GetPolicyVersion', arn, () => {
    const found = policyByArn(call.world, arn)
    if (!found) throw noPolicy(arn)
    return {
      PolicyVersion: {
        Document: found.document,
        VersionId: call.need('version-id'),
        IsDefaultVersion: true,
        CreateDate: isoDate(madeOn(call.world, arn)),
      },
    }
  })
})

const authorizationDetails = op('filter*', (call) =>
  call.act('iam:GetAccountAuthorizationDetails', '*', () => {
    const { world } = call
    const policies = (kind: Kind, name: string) => ({
      [`${titles[kind]}PolicyList`]: inlinePolicies(world, kind, name).map((one) => ({
        PolicyName: one.name,
        PolicyDocument: one.document,
      })),
      AttachedManagedPolicies: attachedPolicies(world, kind, name).map((one) => ({
        PolicyName: one.name,
        PolicyArn: one.arn,
      })),
    })
    return {
      UserDetailList: all(world, 'aws_iam_user').map((one) => ({
        ...shownUser(world, one),
        ...policies('user', one.name),
        GroupList: groupsOf(world, one.name).map(({ name }) => name),
      })),
      GroupDetailList: all(world, 'aws_iam_group').map((one) => ({
        GroupName: one.name,
        Arn: arnOf(world, one),
        ...policies('group', one.name),
      })),
      RoleDetailList: all(world, 'aws_iam_role').map((one) => ({
        ...shownRole(world, one),
        ...policies('role', one.name),
      })),
      Policies: all(world, 'aws_iam_policy').map((one) => ({
        ...shownPolicy(world, one),
        PolicyVersionList: [
          {
            Document: documentOf(one.attributes.policy) ?? {},
            VersionId: one.attributes.default_version ?? 'v1',
            IsDefaultVersion: true,
          },
        ],
      })),
    }
  }),
)

const shownProfile = (world: World, profile: Resource) => {
  const role = find(world, 'aws_iam_role', profile.attributes.role ?? profile.name)
  return {
    Path: '/',
    InstanceProfileName: profile.name,
    InstanceProfileId: uniqueId(world, 'AIPA', profile.name),
    Arn: arnOf(world, profile),
    CreateDate: isoDate(madeOn(world, profile.name)),
    Roles: role ? [shownRole(world, role)] : [],
  }
}

const instanceProfile = op('instance-profile-name!', (call) => {
  const name = call.need('instance-profile-name')
  return call.act('iam:GetInstanceProfile', arnFor(call.world, 'aws_iam_instance_profile', name), () => {
    const profile = find(call.world, 'aws_iam_instance_profile', name)
    if (!profile) throw new AwsError('NoSuchEntity', `Instance Profile ${name} cannot be found.`)
    return { InstanceProfile: shownProfile(call.world, profile) }
  })
})

/** IAM operations. */
export const iam: Record<string, AwsOperation> = {
  'list-roles': listed('role', shownRole),
  'list-users': listed('user', shownUser),
  'list-groups': listed('group', (world, one) => ({
    Path: '/',
    GroupName: one.name,
    GroupId: uniqueId(world, prefixes.group, one.name),
    Arn: arnOf(world, one),
    CreateDate: isoDate(madeOn(world, one.name)),
  })),
  'get-role': about('role', 'role-name!', 'GetRole', ({ world }, one) => ({
    Role: { ...shownRole(world, one), ...(tags(one).length > 0 ? { Tags: tags(one) } : {}) },
  })),
  'get-user': about('user', 'user-name', 'GetUser', ({ world }, one) => ({
    User: { ...shownUser(world, one), ...(tags(one).length > 0 ? { Tags: tags(one) } : {}) },
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
  'list-user-tags': about('user', 'user-name!', 'ListUserTags', (_, one) => ({ Tags: tags(one) })),
  'list-role-tags': about('role', 'role-name!', 'ListRoleTags', (_, one) => ({ Tags: tags(one) })),
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
  'list-policies': op('scope only-attached? path-prefix', (call) =>
    call.act('iam:ListPolicies', anywhere(call, 'policy'), () => ({
      Policies: all(call.world, 'aws_iam_policy').map((one) => shownPolicy(call.world, one)),
    })),
  ),
  'get-policy': op('policy-arn!', getPolicy),
  'get-policy-version': policyVersion,
  'list-policy-versions': op('policy-arn!', (call) =>
    call.act('iam:ListPolicyVersions', call.need('policy-arn'), () => {
      const found = policyByArn(call.world, call.need('policy-arn'))
      if (!found) throw noPolicy(call.need('policy-arn'))
      return {
        Versions: [
          {
            VersionId: find(call.world, 'aws_iam_policy', found.name)?.attributes.default_version ?? 'v1',
            IsDefaultVersion: true,
          },
        ],
      }
    }),
  ),
  'list-entities-for-policy': op('policy-arn!', (call) =>
    call.act('iam:ListEntitiesForPolicy', call.need('policy-arn'), () => {
      const holds = (kind: Kind) =>
        all(call.world, `aws_iam_${kind}`).filter((one) =>
          attachedPolicies(call.world, kind, one.name).some(({ arn }) => arn === call.need('policy-arn')),
        )
      return {
        PolicyGroups: holds('group').map(({ name }) => ({ GroupName: name })),
        PolicyUsers: holds('user').map(({ name }) => ({ UserName: name })),
        PolicyRoles: holds('role').map(({ name }) => ({ RoleName: name })),
      }
    }),
  ),
  'list-instance-profiles': op('path-prefix', (call) =>
    call.act('iam:ListInstanceProfiles', anywhere(call, 'instance-profile'), () => ({
      InstanceProfiles: all(call.world, 'aws_iam_instance_profile').map((one) => shownProfile(call.world, one)),
    })),
  ),
  'get-instance-profile': instanceProfile,
  'list-account-aliases': op('', (call) => call.act('iam:ListAccountAliases', '*', () => ({ AccountAliases: [] }))),
  'get-account-authorization-details': authorizationDetails,
  'simulate-principal-policy': simulatePrincipal,
  ...iamWrites,
}
