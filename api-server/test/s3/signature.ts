import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface Credentials {
  keyId: string
  secret: string
  region: string
}

interface SignedRequest {
  method: string
  /** Path and query as received. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Maximum clock difference between client and server. */
const SKEW_MINUTES = 15

/** Rejects requests without a valid AWS signature version 4, in a header or in the address. */
export function assertSigned(request: SignedRequest, credentials: Credentials, now: Date): void {
  const query = readQuery(request.url)
  const presigned = query.some(([name]) => name === 'X-Amz-Signature')
  const claim = presigned ? claimOfAddress(query, now) : claimOfHeader(request, now)
  const [keyId, day, region, service, end] = claim.credential.split('/')
  if (keyId !== credentials.keyId) throw new S3Error(403, 'InvalidAccessKeyId')
  if (region !== credentials.region) throw new S3Error(400, 'AuthorizationHeaderMalformed')
  if (service !== 's3' || end !== 'aws4_request' || !claim.date.startsWith(day ?? ''))
    throw new S3Error(403, 'SignatureDoesNotMatch')
  assertCovers(request.headers, claim.signedHeaders)
  const scope = `${day}/${region}/${service}/${end}`
  const text = ['AWS4-HMAC-SHA256', claim.date, scope, sha256(canonicalRequest(request, query, claim))].join('\n')
  const key = [day ?? '', region, service, end].reduce<string | Buffer>(
    (parent, part) => hmac(parent, part),
    `AWS4${credentials.secret}`,
  )
  const expected = hmac(key, text)
  const given = Buffer.from(claim.signature, 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new S3Error(403, 'SignatureDoesNotMatch')
}

interface Claim {
  credential: string
  date: string
  signedHeaders: string[]
  signature: string
  payloadHash: string
}

function claimOfHeader({ headers, body }: SignedRequest, now: Date): Claim {
  const { authorization = '' } = headers
  const [, credential = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(authorization) ?? []
  if (!signature) throw new S3Error(403, 'AccessDenied')
  const date = String(headers['x-amz-date'])
  if (Math.abs(timeOf(date) - now.getTime()) > SKEW_MINUTES * 60_000) throw new S3Error(403, 'RequestTimeTooSkewed')
  const payloadHash = String(headers['x-amz-content-sha256'])
  if (payloadHash.startsWith('STREAMING-')) throw new S3Error(501, 'NotImplemented')
  if (payloadHash !== 'UNSIGNED-PAYLOAD' && payloadHash !== sha256(body))
    throw new S3Error(400, 'XAmzContentSHA256Mismatch')
  return { credential, date, signedHeaders: signedHeaders.split(';'), signature, payloadHash }
}

function claimOfAddress(query: [string, string][], now: Date): Claim {
  const given = Object.fromEntries(query)
  const date = given['X-Amz-Date'] ?? ''
  const seconds = Number(given['X-Amz-Expires'])
  if (given['X-Amz-Algorithm'] !== 'AWS4-HMAC-SHA256' || !(seconds >= 1 && seconds <= 604_800))
    throw new S3Error(400, 'AuthorizationQueryParametersError')
  if (now.getTime() > timeOf(date) + seconds * 1000) throw new S3Error(403, 'AccessDenied')
  if (timeOf(date) > now.getTime() + SKEW_MINUTES * 60_000) throw new S3Error(403, 'AccessDenied')
  return {
    credential: given['X-Amz-Credential'] ?? '',
    date,
    signedHeaders: (given['X-Amz-SignedHeaders'] ?? '').split(';'),
    signature: given['X-Amz-Signature'] ?? '',
    payloadHash: 'UNSIGNED-PAYLOAD',
  }
}

/** The host and all x-amz- headers must be signed. Otherwise an attacker on the network could add headers. */
function assertCovers(headers: IncomingHttpHeaders, signed: string[]): void {
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (needed.some((name) => !signed.includes(name))) throw new S3Error(403, 'AccessDenied')
}

function canonicalRequest(
  { method, url, headers }: SignedRequest,
  query: [string, string][],
  { signedHeaders, payloadHash }: Claim,
): string {
  const path = (url.split('?')[0] ?? '').split('/').map((part) => encode(decodeURIComponent(part)))
  const pairs = query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
  const lines = signedHeaders.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  )
  return [method, path.join('/'), pairs.sort().join('&'), lines.join(''), signedHeaders.join(';'), payloadHash].join(
    '\n',
  )
}

/** Query as pairs. A plus sign is literal and does not mean a space. */
function readQuery(url: string): [string, string][] {
  const [, query = ''] = url.split('?')
  return query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return [decodeURIComponent(name), decodeURIComponent(value)]
    })
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Converts `20261122T120000Z` to milliseconds. */
const timeOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Error response of S3 with its code. */
export class S3Error extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}
