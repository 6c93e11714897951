import { uniqueId } from './arn.ts'
import { assumeRole } from './assume-role.ts'
import { type AwsCall, type AwsOperation, op } from './call.ts'
import { accessKeys, issueSession, type SessionKeys } from './caller.ts'
import { readDocument } from './documents.ts'
import { AwsError } from './error.ts'

const shown = (keys: SessionKeys) => ({
  AccessKeyId: keys.id,
  SecretAccessKey: keys.secret,
  SessionToken: keys.token,
  Expiration: `${keys.expires.toISOString().slice(0, 19)}+00:00`,
})

export const sts: Record<string, AwsOperation> = {
  'get-caller-identity': op('', (call) =>
    call.act(
      'sts:GetCallerIdentity',
      '*',
      () => ({ UserId: call.caller.userId, Account: call.world.account_id, Arn: call.caller.arn }),
      { free: true },
    ),
  ),
  'assume-role': op('role-arn! role-session-name! external-id duration-seconds policy', takeRole),
  'get-session-token': op('duration-seconds serial-number token-code', (call) => {
    if (call.caller.kind === 'role')
      throw new AwsError('AccessDenied', 'Cannot call GetSessionToken with session credentials')
    const keys = () =>
      issueSession(
        call.world,
        call.session.now,
        { role: '', session: '', user: call.caller.name },
        call.number('duration-seconds', 43_200),
      )
    return call.act('sts:GetSessionToken', '*', () => ({ Credentials: shown(keys()) }), { free: true })
  }),
  'get-access-key-info': op('access-key-id!', (call) =>
    call.act('sts:GetAccessKeyInfo', '*', () => {
      const id = call.need('access-key-id')
      if (!accessKeys(call.world).some((one) => one.id === id))
        throw new AwsError('InvalidParameterException', 'The access key id is not valid.')
      return { Account: call.world.account_id }
    }),
  ),
  'decode-authorization-message': op('encoded-message!', (call) =>
    call.act('sts:DecodeAuthorizationMessage', '*', () => {
      throw new AwsError('InvalidAuthorizationMessageException', 'Message is not valid')
    }),
  ),
}

function takeRole(call: AwsCall) {
  const policy = call.option('policy')
  if (policy !== undefined) readDocument(policy)
  const role = call.need('role-arn')
  const name = call.need('role-session-name')
  const keys = assumeRole(call.session, call.caller, {
    role,
    name,
    policy,
    externalId: call.option('external-id'),
    seconds: call.number('duration-seconds', 3600),
    agent: call.agent,
  })
  const roleName = role.replace(/^.*\//, '')
  return {
    Credentials: shown(keys),
    AssumedRoleUser: {
      AssumedRoleId: `${uniqueId(call.world, 'AROA', roleName)}:${name}`,
      Arn: `arn:aws:sts::${call.world.account_id}:assumed-role/${roleName}/${name}`,
    },
  }
}
