import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** A response body, compressed once for all readers. */
export interface ResponseBytes {
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** A response that is the same for every visitor, ready to send with its ETag. */
export class CachedResponse {
  readonly bytes: ResponseBytes
  readonly etag: string

  constructor(bytes: ResponseBytes, etag: string) {
    this.bytes = bytes
    this.etag = etag
  }

  /** The parsed body. */
  read(): unknown {
    return JSON.parse(this.bytes.plain.toString('utf8'))
  }
}

/** Serializes and compresses a response body that the contract has already parsed. */
export async function toCachedResponse(body: unknown): Promise<CachedResponse> {
  const plain = Buffer.from(JSON.stringify(body))
  const [br, gz] = await Promise.all([asBrotli(plain), asGzip(plain)])
  return new CachedResponse(
    { plain, br, gzip: gz },
    `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  )
}

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)
