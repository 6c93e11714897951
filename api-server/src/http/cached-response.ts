import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

/** A response body, compressed once for all readers. */
export interface ResponseBytes {
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** A response that is the same for all its readers, ready to send. */
export class CachedResponse {
  readonly bytes: ResponseBytes
  /** With an ETag browsers and proxies may keep it. Without one only the server does, which decides anew each time who may read it. */
  readonly etag: string | null

  constructor(bytes: ResponseBytes, etag: string | null) {
    this.bytes = bytes
    this.etag = etag
  }

  /** The parsed body. */
  read(): unknown {
    return JSON.parse(this.bytes.plain.toString('utf8'))
  }
}

/** Serializes and compresses a response body that the contract has already parsed, for every visitor. */
export async function toCachedResponse(body: unknown): Promise<CachedResponse> {
  const bytes = await compress(JSON.stringify(body))
  return new CachedResponse(bytes, etagOf(bytes.plain))
}

/** The same for those who were allowed to read it. */
export const toRestrictedResponse = async (body: unknown) =>
  new CachedResponse(await compress(JSON.stringify(body)), null)

/** Pages are compressed as they are asked for, so not as hard as what is made once for everyone. */
const PAGE_QUALITY = 5
/** How many pages stay compressed. */
const MAX_PAGES = 60
const pages = new Map<string, Promise<CachedResponse>>()

/** A page for every visitor, compressed anew only when its text has changed. */
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

/** Sends a prepared response: without a body when the reader has it already, and compressed for those who accept that. */
export function sendCachedResponse(
  reply: FastifyReply,
  { bytes, etag }: CachedResponse,
  { type, cacheControl }: { type: string; cacheControl: string },
) {
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding = '' } = reply.request.headers
  if (etag) reply.header('etag', etag).header('cache-control', cacheControl)
  reply.header('vary', 'accept-encoding')
  // A compressing proxy marks the ETag as weak.
  if (etag && ifNoneMatch?.replace(/^W\//, '') === etag) return reply.code(304).send()
  const encoding = (['br', 'gzip'] as const).find((name) => String(acceptEncoding).includes(name))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes[encoding ?? 'plain'])
}
