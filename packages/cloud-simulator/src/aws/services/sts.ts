import { CloudError } from '../../engine/caller.ts'
import { command } from '../../engine/operation.ts'
import { uniqueId } from '../arn.ts'
import { assumeRole } from '../assume-role.ts'
import { type AwsCall, type AwsOperations, anything, isoDate, numberOf, op } from '../call.ts'
import { readDocument } from '../documents.ts'
import { accessKeys, issueSession, type SessionKeys } from '../identity.ts'

const shown = (keys: SessionKeys) => ({
  AccessKeyId: keys.id,
  SecretAccessKey: keys.secret,
  SessionToken: keys.token,
  Expiration: isoDate(keys.expires),
})

const free = { ...anything, isFree: true }

function takeRole(call: AwsCall) {
  const policy = call.option('policy')
  if (policy !== undefined) readDocument(policy)
  const role = call.need('role-arn')
  const name = call.need('role-session-name')
  const seconds = numberOf(call, 'duration-seconds', 3600)
  const keys = assumeRole(call.caller, { role, name, policy, externalId: call.option('external-id'), seconds })
  const roleName = role.replace(/^.*\//, '')
  return {
    Credentials: shown(keys),
    AssumedRoleUser: {
      AssumedRoleId: `${uniqueId(call.world, 'AROA', roleName)}:${name}`,
      Arn: `arn:aws:sts::${call.world.account_id}:assumed-role/${roleName}/${name}`,
    },
  }
}

function sessionToken({ world, session, caller: { identity } }: AwsCall, seconds: number) {
  if (identity.kind === 'role')
    throw new CloudError('AccessDenied', 'Cannot call GetSessionToken with session credentials')
  return {
    Credentials: shown(issueSession(world, session.now, { role: '', session: '', user: identity.name }, seconds)),
  }
}

export const sts: AwsOperations = {
  'get-caller-identity': op('', 'sts:GetCallerIdentity', free, ({ world, caller: { identity } }) => ({
    UserId: identity.userId,
    Account: world.account_id,
    Arn: identity.arn,
  })),
  'assume-role': command('role-arn! role-session-name! external-id duration-seconds policy', takeRole),
  'get-session-token': command('duration-seconds serial-number token-code', (call) => {
    const made = sessionToken(call, numberOf(call, 'duration-seconds', 43_200))
    return call.caller.act('sts:GetSessionToken', free, () => made)
  }),
  'get-access-key-info': op('access-key-id!', 'sts:GetAccessKeyInfo', anything, (call) => {
    if (!accessKeys(call.world).some(({ id }) => id === call.need('access-key-id')))
      throw new CloudError('InvalidParameterException', 'The access key id is not valid.')
    return { Account: call.world.account_id }
  }),
  'decode-authorization-message': op('encoded-message!', 'sts:DecodeAuthorizationMessage', anything, () => {
    throw new CloudError('InvalidAuthorizationMessageException', 'Message is not valid')
  }),
}
