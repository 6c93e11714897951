import { type HttpRequest, type HttpResponse, json, plainText } from '../http-message.ts'
import type { Session } from '../session.ts'
import { readClaims, signClaims } from '../signed-claims.ts'
import type { Resource } from '../world.ts'
import { instanceId } from './arn.ts'
import { instanceKeys, instanceRole, privateAddress, publicAddress } from './instances.ts'

const KIND = 'ec2-metadata'

/** Metadata service of an instance, in both versions. The second requires a token obtained with a PUT. */
export function ec2Metadata(session: Session, instance: Resource, { method, url, headers }: HttpRequest): HttpResponse {
  const { world, now } = session
  if (instance.attributes.http_endpoint === 'disabled') return plainText(403, '')
  if (headers['x-forwarded-for'] !== undefined && method === 'PUT') return plainText(403, '')
  const path = url.pathname.replace(/^\/(latest|20\d\d-\d\d-\d\d)/, '').replace(/^(.+)\/$/, '$1')
  if (path === '/api/token') {
    const seconds = Number(headers['x-aws-ec2-metadata-token-ttl-seconds'])
    if (method !== 'PUT') return plainText(405, '')
    if (!(seconds >= 1 && seconds <= 21_600)) return plainText(400, 'Bad Request')
    return plainText(200, signClaims(world, KIND, { instance: instance.name, until: now.getTime() + seconds * 1000 }))
  }
  if (method !== 'GET') return plainText(405, '')
  const given = headers['x-aws-ec2-metadata-token']
  const claims = given === undefined ? undefined : readClaims(world, KIND, given)
  const isRight = claims?.instance === instance.name && Number(claims.until) > now.getTime()
  if (given === undefined ? instance.attributes.http_tokens !== 'optional' : !isRight)
    return plainText(401, 'Unauthorized')
  const text = contents(session, instance, path)
  return text === undefined ? plainText(404, 'Not Found') : plainText(200, text)
}

function contents(session: Session, instance: Resource, path: string): string | undefined {
  const { world, now } = session
  const role = instanceRole(world, instance)
  const keys = () => {
    const made = instanceKeys(world, instance, now)
    return (
      made &&
      json(200, {
        Code: 'Success',
        LastUpdated: `${now.toISOString().slice(0, 13)}:00:00Z`,
        Type: 'AWS-HMAC',
        AccessKeyId: made.id,
        SecretAccessKey: made.secret,
        Token: made.token,
        Expiration: `${made.expires.toISOString().slice(0, 19)}Z`,
      }).body
    )
  }
  const places: Record<string, () => string | undefined> = {
    '/': () => 'dynamic\nmeta-data\nuser-data',
    '/meta-data': () =>
      [
        'ami-id',
        'hostname',
        ...(role ? ['iam/'] : []),
        'instance-id',
        'instance-type',
        'local-ipv4',
        'placement/',
        'public-ipv4',
        'security-groups',
      ].join('\n'),
    '/meta-data/iam': () => role && 'info\nsecurity-credentials/',
    '/meta-data/iam/info': () =>
      role &&
      json(200, {
        Code: 'Success',
        InstanceProfileArn: `arn:aws:iam::${world.account_id}:instance-profile/${instance.attributes.iam_instance_profile}`,
      }).body,
    '/meta-data/iam/security-credentials': () => role,
    ...(role ? { [`/meta-data/iam/security-credentials/${role}`]: keys } : {}),
    '/meta-data/instance-id': () => instanceId(world, instance),
    '/meta-data/instance-type': () => instance.attributes.instance_type ?? 't4g.micro',
    '/meta-data/hostname': () =>
      `ip-${privateAddress(world, instance).replaceAll('.', '-')}.${world.region}.compute.internal`,
    '/meta-data/local-ipv4': () => privateAddress(world, instance),
    '/meta-data/public-ipv4': () => publicAddress(world, instance),
    '/meta-data/placement': () => 'availability-zone\nregion',
    '/meta-data/placement/region': () => world.region,
    '/meta-data/security-groups': () => instance.attributes.security_group ?? 'default',
    '/user-data': () => instance.attributes.user_data,
    '/dynamic/instance-identity/document': () =>
      json(200, {
        accountId: world.account_id,
        instanceId: instanceId(world, instance),
        region: world.region,
        privateIp: privateAddress(world, instance),
      }).body,
  }
  return Object.hasOwn(places, path) ? places[path]?.() : undefined
}
