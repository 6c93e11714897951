import { createHmac, timingSafeEqual } from 'node:crypto'
import { lettersOf, secretOf } from '../generated-ids.ts'
import type { PolicyDocument } from '../policies/aws/document.ts'
import type { AwsPrincipal } from '../policies/aws/request.ts'
import { all, find } from '../resources.ts'
import type { Resource, World } from '../world.ts'
import { arnOf, uniqueId } from './arn.ts'
import { policyOf } from './documents.ts'
import { AwsError } from './error.ts'

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

/** The principal behind a call. */
export interface Caller {
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
  sessionName?: string
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

/** Credentials of a role session (or of a user session, for `get-session-token`). */
export function issueSession(
  world: World,
  now: Date,
  claims: Omit<Claims, 'from' | 'until'>,
  seconds: number,
): SessionKeys {
  const from = Math.floor(now.getTime() / 1000)
  const body = Buffer.from(JSON.stringify({ ...claims, from, until: from + seconds })).toString('base64url')
  const token = `${PREFIX}${body}.${sealOf(world, body)}`
  return { ...keysOf(world, token), token, expires: new Date((from + seconds) * 1000) }
}

const sealOf = ({ seed }: World, body: string) =>
  createHmac('sha256', seed).update(`session ${body}`).digest('base64url')

const keysOf = (world: World, token: string) => ({
  id: `ASIA${lettersOf(world, `key ${token}`, 16)}`,
  secret: secretOf(world, `secret ${token}`, 40),
})

/** The caller who owns the keys. Throws an AwsError if they are invalid. */
export function identify(world: World, keys: Keys, now: Date): Caller {
  return keys.id.startsWith('ASIA') || keys.token ? sessionCaller(world, keys, now) : keyCaller(world, keys)
}

function keyCaller(world: World, keys: Keys): Caller {
  const key = accessKeys(world).find((one) => one.id === keys.id && one.active)
  const user = key && find(world, 'aws_iam_user', key.user)
  if (!key || !user) throw unknownToken()
  if (!equal(key.secret, keys.secret)) throw wrongSignature()
  return userCaller(world, user, keys.id)
}

/** A user of the account as a caller. */
export const userCaller = (world: World, user: Resource, keyId: string): Caller => {
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

function sessionCaller(world: World, keys: Keys, now: Date): Caller {
  const claims = claimsOf(world, keys.token ?? '')
  const right = keysOf(world, keys.token ?? '')
  if (!claims || right.id !== keys.id) throw unknownToken()
  if (!equal(right.secret, keys.secret)) throw wrongSignature()
  if (claims.until * 1000 <= now.getTime())
    throw new AwsError('ExpiredToken', 'The security token included in the request is expired')
  if (claims.user) {
    const user = find(world, 'aws_iam_user', claims.user)
    if (!user) throw unknownToken()
    return userCaller(world, user, keys.id)
  }
  const role = find(world, 'aws_iam_role', claims.role)
  if (!role) throw unknownToken()
  const roleId = uniqueId(world, 'AROA', role.name)
  const arn = `arn:aws:sts::${world.account_id}:assumed-role/${role.name}/${claims.session}`
  const policy = policyOf(claims.policy)
  return {
    kind: 'role',
    name: role.name,
    arn,
    userId: `${roleId}:${claims.session}`,
    keyId: keys.id,
    principal: { kind: 'session', arn, role: arnOf(world, role), id: roleId },
    resource: role,
    session: policy ? [policy] : [],
    sessionName: claims.session,
    issued: new Date(claims.from * 1000).toISOString(),
  }
}

function claimsOf(world: World, token: string): Claims | undefined {
  const [body = '', seal = ''] = token.startsWith(PREFIX) ? token.slice(PREFIX.length).split('.') : []
  if (body === '' || !equal(sealOf(world, body), seal)) return undefined
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Claims
}

const equal = (a: string, b: string) => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}

const unknownToken = () =>
  new AwsError('InvalidClientTokenId', 'The security token included in the request is invalid.')
const wrongSignature = () =>
  new AwsError(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
  )
