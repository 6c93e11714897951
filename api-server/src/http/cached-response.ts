import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

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
  const bytes = await compress(body)
  return new CachedResponse(bytes, `"${createHash('sha256').update(bytes.plain).digest('base64url').slice(0, 22)}"`)
}

/** The same for those who were allowed to read it. */
export const toRestrictedResponse = async (body: unknown) => new CachedResponse(await compress(body), null)

async function compress(body: unknown): Promise<ResponseBytes> {
  const plain = Buffer.from(JSON.stringify(body))
  const [br, gz] = await Promise.all([asBrotli(plain), asGzip(plain)])
  return { plain, br, gzip: gz }
}

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)
