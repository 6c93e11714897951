import { CloudError } from '../engine/caller.ts'
import { decoded, type HttpRequest, type HttpResponse, type HttpService, json, plainText } from '../http-message.ts'
import { jsonOf } from '../resources.ts'
import type { Session } from '../session.ts'
import type { Resource } from '../world.ts'
import type { GcpCaller } from './caller.ts'
import { findServiceAccount } from './ids.ts'
import { accessSecret } from './services/others.ts'
import { listObjects, objectName, readObject } from './services/storage.ts'
import { borrow, readToken, tokenFor } from './sign-in.ts'
/** Google Cloud APIs over HTTP. */
export function gcpServices(_session: Session, host: string): HttpService | undefined {
  if (host === 'oauth2.googleapis.com' || host === 'www.googleapis.com') return tokenInfo
  const [, name] = /^(cloudresourcemanager|iam|iamcredentials|storage|secretmanager)\.googleapis\.com$/.exec(host) ?? []
  const answer = name === undefined ? undefined : services[name]
  return answer && guarded(answer)
}

const tokenInfo: HttpService = (session, { url, body }) => {
  const found = readToken(
    session,
    url.searchParams.get('access_token') ?? new URLSearchParams(body).get('access_token') ?? '',
  )
  if (!/tokeninfo$/.test(url.pathname)) return json(404, { error: 'not_found' })
  if (!found) return json(400, { error: 'invalid_token', error_description: 'Invalid Value' })
  return json(200, {
    email: found.caller.email,
    email_verified: 'true',
    scope: 'https://www.googleapis.com/auth/cloud-platform https://www.googleapis.com/auth/userinfo.email',
    expires_in: String(found.seconds),
    access_type: 'online',
  })
}

type Answer = (caller: GcpCaller, request: HttpRequest) => HttpResponse

const tested = (caller: GcpCaller, { body }: HttpRequest, on?: Resource) => {
  const asked = (jsonOf(body) as { permissions?: unknown[] } | undefined)?.permissions ?? []
  const permissions = asked
    .slice(0, 100)
    .map(String)
    .filter((one) => caller.may(one, { id: '', resource: on }))
  return json(200, permissions.length > 0 ? { permissions } : {})
}

const services: Record<string, Answer> = {
  cloudresourcemanager: (caller, request) =>
    /:testIamPermissions$/.test(request.url.pathname) &&
    request.url.pathname.includes(`/projects/${caller.world.account_id}:`)
      ? tested(caller, request)
      : missing(request),
  iam: (caller, request) => {
    const account = findServiceAccount(
      caller.world,
      decoded(/serviceAccounts\/([^:]+):testIamPermissions$/.exec(request.url.pathname)?.[1] ?? ''),
    )
    return account ? tested(caller, request, account) : missing(request)
  },
  iamcredentials: (caller, request) => {
    const name = /serviceAccounts\/([^:]+):generateAccessToken$/.exec(decoded(request.url.pathname))?.[1]
    if (!name || request.method !== 'POST') return missing(request)
    const { world, now } = caller.session
    return json(200, {
      accessToken: tokenFor(world, now, borrow(caller, name)),
      expireTime: new Date(now.getTime() + 3_599_000).toISOString(),
    })
  },
  storage: (caller, request) => {
    const [, bucket = '', object] = /^\/storage\/v1\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(request.url.pathname) ?? []
    const [, shortBucket, shortObject] = /^\/([^/]+)\/(.+)$/.exec(request.url.pathname) ?? []
    if (!bucket)
      return shortBucket && shortObject && shortBucket !== 'storage'
        ? plainText(200, readObject(caller, shortBucket, decoded(shortObject)))
        : missing(request)
    if (object === undefined)
      return json(200, {
        kind: 'storage#objects',
        items: listObjects(caller, bucket, request.url.searchParams.get('prefix') ?? '').map((one) => ({
          name: objectName(one),
          bucket,
        })),
      })
    const contents = readObject(caller, bucket, decoded(object))
    return request.url.searchParams.get('alt') === 'media'
      ? plainText(200, contents)
      : json(200, { name: decoded(object), bucket, size: String(contents.length) })
  },
  secretmanager: (caller, request) => {
    const [, name, version] = /\/secrets\/([^/]+)\/versions\/(\w+):access$/.exec(request.url.pathname) ?? []
    return name && version
      ? json(200, { name, payload: { data: Buffer.from(accessSecret(caller, name, version)).toString('base64') } })
      : missing(request)
  },
}

const missing = ({ url }: HttpRequest) =>
  json(404, {
    error: {
      code: 404,
      message: `Nothing of this simulation answers ${url.pathname.slice(0, 120)}.`,
      status: 'NOT_FOUND',
    },
  })

const guarded =
  (answer: Answer): HttpService =>
  (session, request) => {
    const found = readToken(session, /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (!found)
      return json(401, {
        error: {
          code: 401,
          message:
            'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
          status: 'UNAUTHENTICATED',
        },
      })
    try {
      return answer(found.caller, request)
    } catch (error) {
      if (!(error instanceof CloudError)) throw error
      return json(error.status, {
        error: { code: error.status, message: error.message, status: error.code || 'PERMISSION_DENIED' },
      })
    }
  }
