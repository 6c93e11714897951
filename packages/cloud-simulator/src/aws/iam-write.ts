import { utc } from '../generated-ids.ts'
import { all, find, wordsOf } from '../resources.ts'
import type { Resource } from '../world.ts'
import { arnFor, arnOf, uniqueId } from './arn.ts'
import { type AwsCall, type AwsOperation, op } from './call.ts'
import { accessKeys } from './caller.ts'
import { readDocument, readResourceDocument } from './documents.ts'
import { AwsError } from './error.ts'
import { type Kind, policyByArn } from './identities.ts'

const titles: Record<Kind, string> = { user: 'User', role: 'Role', group: 'Group' }

const existing = (call: AwsCall, type: string, name: string): Resource => {
  const found = find(call.world, type, name)
  if (!found)
    throw new AwsError('NoSuchEntity', `The ${type.replace('aws_iam_', '')} with name ${name} cannot be found.`)
  return found
}

const change = (call: AwsCall, one: Resource, attributes: Record<string, string>) =>
  call.session.put(one.type, one.name, { ...one.attributes, ...attributes })

/** The four policy write operations of each kind of identity. */
const policyWrites = (kind: Kind): Record<string, AwsOperation> => {
  const target = (call: AwsCall) => {
    const found = find(call.world, `aws_iam_${kind}`, call.need(`${kind}-name`))
    return found ? arnOf(call.world, found) : arnFor(call.world, `aws_iam_${kind}`, call.need(`${kind}-name`))
  }
  const inline = (call: AwsCall) => `${call.need(`${kind}-name`)}:${call.need('policy-name')}`
  const standing = (call: AwsCall) =>
    all(call.world, `aws_iam_${kind}_policy`).find(
      ({ name, attributes }) =>
        attributes[kind] === call.need(`${kind}-name`) && (attributes.policy_name ?? name) === call.need('policy-name'),
    )
  const change = (options: string, verb: string, work: (call: AwsCall, one: Resource) => void) =>
    op(`${kind}-name! ${options}`, (call) =>
      call.act(
        `iam:${verb}`,
        target(call),
        () => work(call, existing(call, `aws_iam_${kind}`, call.need(`${kind}-name`))),
        {
          parameters: {
            [`${kind}Name`]: call.need(`${kind}-name`),
            policyName: call.option('policy-name'),
            policyArn: call.option('policy-arn'),
          },
          context: call.has('policy-arn') ? { 'iam:PolicyARN': call.need('policy-arn') } : {},
        },
      ),
    )
  const type = `aws_iam_${kind}_policy_attachment`
  return {
    [`put-${kind}-policy`]: change('policy-name! policy-document!', `Put${titles[kind]}Policy`, (call) => {
      readDocument(call.need('policy-document'))
      call.session.put(`aws_iam_${kind}_policy`, standing(call)?.name ?? inline(call), {
        [kind]: call.need(`${kind}-name`),
        policy_name: call.need('policy-name'),
        policy: call.need('policy-document'),
      })
    }),
    [`delete-${kind}-policy`]: change('policy-name!', `Delete${titles[kind]}Policy`, (call) => {
      const found = standing(call)
      if (!found)
        throw new AwsError('NoSuchEntity', `The ${kind} policy with name ${call.need('policy-name')} cannot be found.`)
      call.session.remove(found.type, found.name)
    }),
    [`attach-${kind}-policy`]: change('policy-arn!', `Attach${titles[kind]}Policy`, (call, one) => {
      const arn = call.need('policy-arn')
      if (!policyByArn(call.world, arn))
        throw new AwsError('NoSuchEntity', `Policy ${arn} does not exist or is not attachable.`)
      call.session.put(type, `${one.name}:${arn}`, { [kind]: one.name, policy_arn: arn })
    }),
    [`detach-${kind}-policy`]: change('policy-arn!', `Detach${titles[kind]}Policy`, (call, one) => {
      const arn = call.need('policy-arn')
      const own = all(call.world, 'aws_iam_policy').find(
        (policy) =>
          arnOf(call.world, policy) === arn && wordsOf(policy.attributes.attached_to).includes(`${kind}/${one.name}`),
      )
      const attachment = all(call.world, type).find(
        ({ attributes }) => attributes[kind] === one.name && attributes.policy_arn === arn,
      )
      if (!own && !attachment) throw new AwsError('NoSuchEntity', `Policy ${arn} was not found.`)
      if (attachment) call.session.remove(type, attachment.name)
      if (own)
        call.session.put(own.type, own.name, {
          ...own.attributes,
          attached_to: wordsOf(own.attributes.attached_to)
            .filter((word) => word !== `${kind}/${one.name}`)
            .join(' '),
        })
    }),
  }
}

function createKey(call: AwsCall) {
  const name = call.option('user-name') ?? (call.caller.kind === 'user' ? call.caller.name : '')
  return call.act(
    'iam:CreateAccessKey',
    arnFor(call.world, 'aws_iam_user', name),
    () => {
      existing(call, 'aws_iam_user', name)
      if (accessKeys(call.world).filter(({ user }) => user === name).length >= 2)
        throw new AwsError('LimitExceeded', 'Cannot exceed quota for AccessKeysPerUser: 2')
      const id = `AKIA${call.session.madeUp(16).toUpperCase()}`
      const secret = call.session.madeUp(40)
      call.session.put('aws_iam_access_key', id, { user: name, access_key_id: id, secret })
      return {
        AccessKey: {
          UserName: name,
          AccessKeyId: id,
          Status: 'Active',
          SecretAccessKey: secret,
          CreateDate: utc(call.session.now).replace('Z', '+00:00'),
        },
      }
    },
    { parameters: { userName: name } },
  )
}

function changeKey(call: AwsCall, verb: string, work: (call: AwsCall, key: Resource) => void) {
  const id = call.need('access-key-id')
  const key = accessKeys(call.world).find((one) => one.id === id)
  return call.act(
    `iam:${verb}`,
    arnFor(call.world, 'aws_iam_user', call.option('user-name') ?? key?.user ?? ''),
    () => {
      if (!key) throw new AwsError('NoSuchEntity', `The Access Key with id ${id} cannot be found.`)
      work(call, key.resource)
    },
    { parameters: { accessKeyId: id } },
  )
}

/** IAM write operations. Each changes one row of the account. */
export const iamWrites: Record<string, AwsOperation> = {
  ...policyWrites('user'),
  ...policyWrites('role'),
  ...policyWrites('group'),
  'create-access-key': op('user-name', createKey),
  'update-access-key': op('user-name access-key-id! status!', (call) =>
    changeKey(call, 'UpdateAccessKey', (_, key) => change(call, key, { status: call.need('status') })),
  ),
  'delete-access-key': op('user-name access-key-id!', (call) =>
    changeKey(call, 'DeleteAccessKey', (_, key) => call.session.remove(key.type, key.name)),
  ),
  'update-assume-role-policy': op('role-name! policy-document!', (call) =>
    call.act(
      'iam:UpdateAssumeRolePolicy',
      arnFor(call.world, 'aws_iam_role', call.need('role-name')),
      () => {
        readResourceDocument(call.need('policy-document'), 'MalformedPolicyDocument')
        change(call, existing(call, 'aws_iam_role', call.need('role-name')), {
          assume_role_policy: call.need('policy-document'),
        })
      },
      { parameters: { roleName: call.need('role-name') } },
    ),
  ),
  'create-policy': op('policy-name! policy-document! description path', (call) => {
    const name = call.need('policy-name')
    const arn = arnFor(call.world, 'aws_iam_policy', name)
    return call.act(
      'iam:CreatePolicy',
      arn,
      () => {
        readDocument(call.need('policy-document'))
        if (find(call.world, 'aws_iam_policy', name))
          throw new AwsError(
            'EntityAlreadyExists',
            `A policy called ${name} already exists. Duplicate names are not allowed.`,
          )
        call.session.put('aws_iam_policy', name, { policy: call.need('policy-document') })
        return {
          Policy: {
            PolicyName: name,
            PolicyId: uniqueId(call.world, 'ANPA', name),
            Arn: arn,
            Path: '/',
            DefaultVersionId: 'v1',
            AttachmentCount: 0,
            IsAttachable: true,
          },
        }
      },
      { parameters: { policyName: name } },
    )
  }),
  'create-policy-version': op('policy-arn! policy-document! set-as-default?', (call) => {
    const arn = call.need('policy-arn')
    return call.act(
      'iam:CreatePolicyVersion',
      arn,
      () => {
        readDocument(call.need('policy-document'))
        const policy = all(call.world, 'aws_iam_policy').find((one) => arnOf(call.world, one) === arn)
        if (!policy) throw new AwsError('NoSuchEntity', `Policy ${arn} was not found.`)
        const version = `v${Number((policy.attributes.default_version ?? 'v1').slice(1)) + 1}`
        if (call.has('set-as-default'))
          change(call, policy, { policy: call.need('policy-document'), default_version: version })
        return {
          PolicyVersion: {
            VersionId: version,
            IsDefaultVersion: call.has('set-as-default'),
            CreateDate: utc(call.session.now).replace('Z', '+00:00'),
          },
        }
      },
      { parameters: { policyArn: arn, setAsDefault: call.has('set-as-default') } },
    )
  }),
  'add-user-to-group': op('user-name! group-name!', (call) =>
    call.act(
      'iam:AddUserToGroup',
      arnFor(call.world, 'aws_iam_group', call.need('group-name')),
      () => {
        existing(call, 'aws_iam_user', call.need('user-name'))
        const group = existing(call, 'aws_iam_group', call.need('group-name'))
        change(call, group, {
          users: [...new Set([...wordsOf(group.attributes.users), call.need('user-name')])].join(' '),
        })
      },
      { parameters: { userName: call.need('user-name'), groupName: call.need('group-name') } },
    ),
  ),
}
