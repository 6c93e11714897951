import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

export interface ResponseBytes {
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** Prepared response that is the same for all of its readers. */
export class CachedResponse {
  readonly bytes: ResponseBytes
  /** With an ETag, browsers and proxies may cache it. Without one, only the server does, which checks access for each request. */
  readonly etag: string | null

  constructor(bytes: ResponseBytes, etag: string | null) {
    this.bytes = bytes
    this.etag = etag
  }

  read(): unknown {
    return JSON.parse(this.bytes.plain.toString('utf8'))
  }
}

/** Serialises and compresses a response body for all visitors. The contract must have parsed it already. */
export async function toCachedResponse(body: unknown): Promise<CachedResponse> {
  const bytes = await compress(JSON.stringify(body))
  return new CachedResponse(bytes, etagOf(bytes.plain))
}

/** Same, for a body that only some callers may read. */
export const toRestrictedResponse = async (body: unknown) =>
  new CachedResponse(await compress(JSON.stringify(body)), null)

/** Brotli quality for pages. They are compressed during a request, so it is lower than for responses that are prepared once. */
const PAGE_QUALITY = 5
/** Maximum number of compressed pages in memory. */
const MAX_PAGES = 60
const pages = new Map<string, Promise<CachedResponse>>()

/** A page for all visitors. Compressed again only if its text has changed. */
export function toCachedPage(html: string): Promise<CachedResponse> {
  const etag = etagOf(html)
  const known = pages.get(etag)
  if (known) return known
  const page = compress(html, PAGE_QUALITY).then((bytes) => new CachedResponse(bytes, etag))
  pages.set(etag, page)
  const [oldest] = pages.keys()
  if (pages.size > MAX_PAGES && oldest) pages.delete(oldest)
  return page
}

const etagOf = (content: string | Buffer) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

async function compress(text: string, quality: number = constants.BROTLI_MAX_QUALITY): Promise<ResponseBytes> {
  const plain = Buffer.from(text)
  const [br, gz] = await Promise.all([
    asBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    asGzip(plain),
  ])
  return { plain, br, gzip: gz }
}

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/** Sends a prepared response: 304 if the client already has it, and compressed for clients that accept that. */
export function sendCachedResponse(
  reply: FastifyReply,
  { bytes, etag }: CachedResponse,
  { type, cacheControl }: { type: string; cacheControl: string },
) {
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding = '' } = reply.request.headers
  if (etag) reply.header('etag', etag).header('cache-control', cacheControl)
  reply.header('vary', 'accept-encoding')
  // A compressing proxy turns the ETag into a weak one.
  if (etag && ifNoneMatch?.replace(/^W\//, '') === etag) return reply.code(304).send()
  const encoding = (['br', 'gzip'] as const).find((name) => String(acceptEncoding).includes(name))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes[encoding ?? 'plain'])
}
