import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** Bytes made before the request came, with their ETag, and compressed once for all who read them. */
export interface ResponseBytes {
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** An answer that is the same for everybody, ready to be sent. */
export class CachedResponse {
  readonly bytes: ResponseBytes
  readonly etag: string

  constructor(bytes: ResponseBytes, etag: string) {
    this.bytes = bytes
    this.etag = etag
  }

  /** What it says. */
  read(): unknown {
    return JSON.parse(this.bytes.plain.toString('utf8'))
  }
}

/** Makes the bytes of an answer that its contract has already parsed. */
export async function toCachedResponse(answer: unknown): Promise<CachedResponse> {
  const plain = Buffer.from(JSON.stringify(answer))
  const [br, gz] = await Promise.all([asBrotli(plain), asGzip(plain)])
  return new CachedResponse(
    { plain, br, gzip: gz },
    `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  )
}

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)
