import { CloudError } from '../engine/caller.ts'
import { lettersOf, secretOf } from '../generated-ids.ts'
import type { AwsPrincipal, PolicyDocument } from '../policies/aws/request.ts'
import { all, find } from '../resources.ts'
import { isSame, readClaims, signClaims } from '../signed-claims.ts'
import type { Resource, World } from '../world.ts'
import { arnOf, uniqueId } from './arn.ts'
import { policyOf } from './documents.ts'

/** The three values that sign a call. */
export interface Keys {
  id: string
  secret: string
  token?: string
}

export interface SessionKeys extends Keys {
  token: string
  expires: Date
}

/** The user or role session behind a call. */
export interface Identity {
  kind: 'user' | 'role'
  /** Name of the user, or of the role behind the session. */
  name: string
  arn: string
  userId: string
  keyId: string
  principal: AwsPrincipal
  resource: Resource
  /** Session policies, passed when the session was created. */
  session: PolicyDocument[]
  issued?: string
}

/** Contents of a session token. Sessions need no storage, and tokens cannot be forged without the world's seed. */
interface Claims {
  role: string
  session: string
  /** Seconds since 1970. */
  from: number
  until: number
  policy?: string
  /** Set for a user's own session, which has no role. */
  user?: string
}

const PREFIX = 'IQoJb3JpZ2luX2VjE'
const KIND = 'session'

/** Credentials of a role session (or of a user session, for `get-session-token`). */
export function issueSession(
  world: World,
  now: Date,
  claims: Omit<Claims, 'from' | 'until'>,
  seconds: number,
): SessionKeys {
  const from = Math.floor(now.getTime() / 1000)
  const token = PREFIX + signClaims(world, KIND, { ...claims, from, until: from + seconds })
  return { ...keysOf(world, token), token, expires: new Date((from + seconds) * 1000) }
}

const keysOf = (world: World, token: string) => ({
  id: `ASIA${lettersOf(world, `key ${token}`, 16)}`,
  secret: secretOf(world, `secret ${token}`, 40),
})

/** The owner of the keys. Throws the cloud's error if they are invalid. */
export function identify(world: World, keys: Keys, now: Date): Identity {
  return keys.id.startsWith('ASIA') || keys.token ? sessionIdentity(world, keys, now) : keyIdentity(world, keys)
}

function keyIdentity(world: World, keys: Keys): Identity {
  const key = accessKeys(world).find((one) => one.id === keys.id && one.active)
  const user = key && find(world, 'aws_iam_user', key.user)
  if (!key || !user) throw unknownToken()
  if (!isSame(key.secret, keys.secret)) throw wrongSignature()
  return userIdentity(world, user, keys.id)
}

/** A user of the account as an identity. */
export const userIdentity = (world: World, user: Resource, keyId: string): Identity => {
  const arn = arnOf(world, user)
  const userId = uniqueId(world, 'AIDA', user.name)
  return {
    kind: 'user',
    name: user.name,
    arn,
    userId,
    keyId,
    principal: { kind: 'user', arn, id: userId },
    resource: user,
    session: [],
  }
}

export interface AccessKey {
  id: string
  secret: string
  user: string
  active: boolean
  resource: Resource
}

/** Long-lived keys of the account. The first one without its own id is the one handed out by the lab, regardless of its user. */
export function accessKeys(world: World): AccessKey[] {
  const keys = all(world, 'aws_iam_access_key')
  const handedOut = world.credentials.access_key_id && keys.find(({ attributes }) => !attributes.access_key_id)
  return keys.flatMap((resource) => {
    const { attributes } = resource
    const user = attributes.user ?? world.credentials.identity
    const isHandedOut = resource === handedOut
    const id = isHandedOut
      ? world.credentials.access_key_id
      : (attributes.access_key_id ?? `AKIA${lettersOf(world, `key ${resource.name}`, 16)}`)
    const secret = isHandedOut
      ? world.credentials.secret_access_key
      : (attributes.secret ?? secretOf(world, `key ${resource.name}`, 40))
    return id && secret ? [{ id, secret, user, active: attributes.status !== 'Inactive', resource }] : []
  })
}

function sessionIdentity(world: World, keys: Keys, now: Date): Identity {
  const claims = claimsOf(world, keys.token ?? '')
  const right = keysOf(world, keys.token ?? '')
  if (!claims || right.id !== keys.id) throw unknownToken()
  if (!isSame(right.secret, keys.secret)) throw wrongSignature()
  if (claims.until * 1000 <= now.getTime())
    throw new CloudError('ExpiredToken', 'The security token included in the request is expired')
  if (claims.user) {
    const user = find(world, 'aws_iam_user', claims.user)
    if (!user) throw unknownToken()
    return userIdentity(world, user, keys.id)
  }
  const role = find(world, 'aws_iam_role', claims.role)
  if (!role) throw unknownToken()
  const policy = policyOf(claims.policy)
  return {
    ...roleIdentity(world, role, claims.session, keys.id),
    session: policy ? [policy] : [],
    issued: new Date(claims.from * 1000).toISOString(),
  }
}

/** A session of a role as an identity. */
export function roleIdentity(world: World, role: Resource, session: string, keyId: string): Identity {
  const id = uniqueId(world, 'AROA', role.name)
  const arn = `arn:aws:sts::${world.account_id}:assumed-role/${role.name}/${session}`
  return {
    kind: 'role',
    name: role.name,
    arn,
    userId: `${id}:${session}`,
    keyId,
    principal: { kind: 'session', arn, role: arnOf(world, role), id },
    resource: role,
    session: [],
  }
}

const claimsOf = (world: World, token: string): Claims | undefined =>
  token.startsWith(PREFIX) ? (readClaims(world, KIND, token.slice(PREFIX.length)) as Claims | undefined) : undefined

const unknownToken = () =>
  new CloudError('InvalidClientTokenId', 'The security token included in the request is invalid.')
const wrongSignature = () =>
  new CloudError(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
  )
