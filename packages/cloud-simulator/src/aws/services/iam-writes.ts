import { CloudError } from '../../engine/caller.ts'
import { all, find, wordsOf } from '../../resources.ts'
import type { Resource } from '../../world.ts'
import { arnFor, arnOf, uniqueId } from '../arn.ts'
import { type AwsCall, type AwsOperations, isoDate, op } from '../call.ts'
import type { AwsTarget } from '../caller.ts'
import { readDocument, readResourceDocument } from '../documents.ts'
import { type Kind, policyByArn } from '../identities.ts'
import { accessKeys } from '../identity.ts'

export const titles: Record<Kind, string> = { user: 'User', role: 'Role', group: 'Group' }

export const noSuch = (what: string, name: string) =>
  new CloudError('NoSuchEntity', `The ${what} with name ${name} cannot be found.`)

/** Name of the user, role or group that a call is about; without one, users mean themselves. */
export function nameIn(call: AwsCall, kind: Kind): string {
  const { identity } = call.caller
  return call.option(`${kind}-name`) ?? (kind === 'user' && identity.kind === 'user' ? identity.name : '')
}

export function identityTarget(call: AwsCall, kind: Kind, name = nameIn(call, kind)): AwsTarget {
  const type = `aws_iam_${kind}`
  const resource = find(call.world, type, name)
  const id = resource ? arnOf(call.world, resource) : arnFor(call.world, type, name)
  return { id, resource, missing: () => noSuch(kind, name) }
}

const change = (call: AwsCall, one: Resource, attributes: Record<string, string>) =>
  call.session.put(one.type, one.name, { ...one.attributes, ...attributes })

/** The four policy write operations of each kind of identity. */
const policyWrites = (kind: Kind): AwsOperations => {
  const type = `aws_iam_${kind}_policy_attachment`
  const standing = (call: AwsCall) =>
    all(call.world, `aws_iam_${kind}_policy`).find(
      ({ name, attributes }) =>
        attributes[kind] === nameIn(call, kind) && (attributes.policy_name ?? name) === call.need('policy-name'),
    )
  const write = (options: string, verb: string, work: (call: AwsCall, one: Resource) => void) =>
    op(
      `${kind}-name! ${options}`,
      `iam:${verb}${titles[kind]}Policy`,
      (call) => ({
        ...identityTarget(call, kind),
        parameters: {
          [`${kind}Name`]: nameIn(call, kind),
          policyName: call.option('policy-name'),
          policyArn: call.option('policy-arn'),
        },
        context: call.has('policy-arn') ? { 'iam:PolicyARN': call.need('policy-arn') } : {},
      }),
      work,
    )
  return {
    [`put-${kind}-policy`]: write('policy-name! policy-document!', 'Put', (call, { name }) => {
      const policy = call.need('policy-document')
      const policy_name = call.need('policy-name')
      readDocument(policy)
      const row = standing(call)?.name ?? `${name}:${policy_name}`
      call.session.put(`aws_iam_${kind}_policy`, row, { [kind]: name, policy_name, policy })
    }),
    [`delete-${kind}-policy`]: write('policy-name!', 'Delete', (call) => {
      const found = standing(call)
      if (!found) throw noSuch(`${kind} policy`, call.need('policy-name'))
      call.session.remove(found.type, found.name)
    }),
    [`attach-${kind}-policy`]: write('policy-arn!', 'Attach', (call, one) => {
      const arn = call.need('policy-arn')
      if (!policyByArn(call.world, arn))
        throw new CloudError('NoSuchEntity', `Policy ${arn} does not exist or is not attachable.`)
      call.session.put(type, `${one.name}:${arn}`, { [kind]: one.name, policy_arn: arn })
    }),
    [`detach-${kind}-policy`]: write('policy-arn!', 'Detach', (call, one) => {
      const arn = call.need('policy-arn')
      const holder = `${kind}/${one.name}`
      const own = all(call.world, 'aws_iam_policy').find(
        (policy) => arnOf(call.world, policy) === arn && wordsOf(policy.attributes.attached_to).includes(holder),
      )
      const attachment = all(call.world, type).find(
        ({ attributes }) => attributes[kind] === one.name && attributes.policy_arn === arn,
      )
      if (!own && !attachment) throw new CloudError('NoSuchEntity', `Policy ${arn} was not found.`)
      if (attachment) call.session.remove(type, attachment.name)
      const others = wordsOf(own?.attributes.attached_to).filter((word) => word !== holder)
      if (own) change(call, own, { attached_to: others.join(' ') })
    }),
  }
}

function createKey(call: AwsCall, { name }: Resource) {
  if (accessKeys(call.world).filter(({ user }) => user === name).length >= 2)
    throw new CloudError('LimitExceeded', 'Cannot exceed quota for AccessKeysPerUser: 2')
  const id = `AKIA${call.session.madeUp(16).toUpperCase()}`
  const secret = call.session.madeUp(40)
  call.session.put('aws_iam_access_key', id, { user: name, access_key_id: id, secret })
  return {
    AccessKey: {
      UserName: name,
      AccessKeyId: id,
      Status: 'Active',
      SecretAccessKey: secret,
      CreateDate: isoDate(call.session.now),
    },
  }
}

/** A change of a user's access key. */
const keyChange = (options: string, verb: string, work: (call: AwsCall, key: Resource) => void) =>
  op(
    `user-name access-key-id! ${options}`,
    `iam:${verb}AccessKey`,
    (call) => {
      const id = call.need('access-key-id')
      const key = accessKeys(call.world).find((one) => one.id === id)
      return {
        id: arnFor(call.world, 'aws_iam_user', call.option('user-name') ?? key?.user ?? ''),
        resource: key?.resource,
        missing: () => new CloudError('NoSuchEntity', `The Access Key with id ${id} cannot be found.`),
        parameters: { accessKeyId: id },
      }
    },
    work,
  )

function createPolicy(call: AwsCall) {
  const name = call.need('policy-name')
  readDocument(call.need('policy-document'))
  if (find(call.world, 'aws_iam_policy', name))
    throw new CloudError(
      'EntityAlreadyExists',
      `A policy called ${name} already exists. Duplicate names are not allowed.`,
    )
  call.session.put('aws_iam_policy', name, { policy: call.need('policy-document') })
  return {
    Policy: {
      PolicyName: name,
      PolicyId: uniqueId(call.world, 'ANPA', name),
      Arn: arnFor(call.world, 'aws_iam_policy', name),
      Path: '/',
      DefaultVersionId: 'v1',
      AttachmentCount: 0,
      IsAttachable: true,
    },
  }
}

function createPolicyVersion(call: AwsCall) {
  const arn = call.need('policy-arn')
  const document = call.need('policy-document')
  readDocument(document)
  const policy = all(call.world, 'aws_iam_policy').find((one) => arnOf(call.world, one) === arn)
  if (!policy) throw new CloudError('NoSuchEntity', `Policy ${arn} was not found.`)
  const version = `v${Number((policy.attributes.default_version ?? 'v1').slice(1)) + 1}`
  const isDefault = call.has('set-as-default')
  if (isDefault) change(call, policy, { policy: document, default_version: version })
  const CreateDate = isoDate(call.session.now)
  return { PolicyVersion: { VersionId: version, IsDefaultVersion: isDefault, CreateDate } }
}

/** IAM write operations. Each changes one row of the account. */
export const iamWrites: AwsOperations = {
  ...policyWrites('user'),
  ...policyWrites('role'),
  ...policyWrites('group'),
  'create-access-key': op(
    'user-name',
    'iam:CreateAccessKey',
    (call) => ({ ...identityTarget(call, 'user'), parameters: { userName: nameIn(call, 'user') } }),
    createKey,
  ),
  'update-access-key': keyChange('status!', 'Update', (call, key) =>
    change(call, key, { status: call.need('status') }),
  ),
  'delete-access-key': keyChange('', 'Delete', (call, key) => call.session.remove(key.type, key.name)),
  'update-assume-role-policy': op(
    'role-name! policy-document!',
    'iam:UpdateAssumeRolePolicy',
    (call) => ({ ...identityTarget(call, 'role'), parameters: { roleName: call.need('role-name') } }),
    (call, role) => {
      readResourceDocument(call.need('policy-document'), 'MalformedPolicyDocument')
      change(call, role, { assume_role_policy: call.need('policy-document') })
    },
  ),
  'create-policy': op(
    'policy-name! policy-document! description path',
    'iam:CreatePolicy',
    (call) => {
      const name = call.need('policy-name')
      return { id: arnFor(call.world, 'aws_iam_policy', name), parameters: { policyName: name } }
    },
    createPolicy,
  ),
  'create-policy-version': op(
    'policy-arn! policy-document! set-as-default?',
    'iam:CreatePolicyVersion',
    (call) => {
      const id = call.need('policy-arn')
      return { id, parameters: { policyArn: id, setAsDefault: call.has('set-as-default') } }
    },
    createPolicyVersion,
  ),
  'add-user-to-group': op(
    'user-name! group-name!',
    'iam:AddUserToGroup',
    (call) => {
      const parameters = { userName: call.need('user-name'), groupName: call.need('group-name') }
      return { ...identityTarget(call, 'group'), parameters }
    },
    (call, group) => {
      const user = call.need('user-name')
      if (!find(call.world, 'aws_iam_user', user)) throw noSuch('user', user)
      change(call, group, { users: [...new Set([...wordsOf(group.attributes.users), user])].join(' ') })
    },
  ),
}
