import { createHash, randomUUID } from 'node:crypto'
import { S3Error } from './signature.ts'

interface StoredObject {
  content: Buffer
  etag: string
  type: string
  encryption: string | undefined
  modified: Date
}

interface MultipartUpload {
  key: string
  type: string
  encryption: string | undefined
  parts: Map<number, { content: Buffer; etag: string }>
  begun: Date
}

/** Writes only if the object still has this ETag (`match`) or does not exist (`noneMatch`). */
interface Condition {
  match?: string | undefined
  noneMatch?: string | undefined
}

/** Minimum size of all parts except the last. */
const MIN_PART_BYTES = 5 * 1024 * 1024

/** Objects and unfinished uploads of one bucket. */
export class TestBucket {
  readonly objects = new Map<string, StoredObject>()
  readonly uploads = new Map<string, MultipartUpload>()

  find(key: string): StoredObject {
    const found = this.objects.get(key)
    if (!found) throw new S3Error(404, 'NoSuchKey')
    return found
  }

  put(
    key: string,
    object: Omit<StoredObject, 'etag' | 'modified'>,
    condition: Condition,
    etag = etagOf(object.content),
  ) {
    this.assertMayWrite(key, condition)
    const stored = { ...object, etag, modified: new Date() }
    this.objects.set(key, stored)
    return stored
  }

  createUpload(upload: Omit<MultipartUpload, 'parts' | 'begun'>): string {
    const id = randomUUID()
    this.uploads.set(id, { ...upload, parts: new Map(), begun: new Date() })
    return id
  }

  findUpload(key: string, id: string): MultipartUpload {
    const found = this.uploads.get(id)
    if (found?.key !== key) throw new S3Error(404, 'NoSuchUpload')
    return found
  }

  putPart(key: string, id: string, number: number, content: Buffer): string {
    if (!(number >= 1 && number <= 10_000)) throw new S3Error(400, 'InvalidArgument')
    const etag = etagOf(content)
    this.findUpload(key, id).parts.set(number, { content, etag })
    return etag
  }

  completeUpload(key: string, id: string, listed: { number: number; etag: string }[], condition: Condition) {
    const upload = this.findUpload(key, id)
    if (listed.length === 0) throw new S3Error(400, 'MalformedXML')
    if (listed.some(({ number }, at) => at > 0 && number <= (listed[at - 1]?.number ?? 0)))
      throw new S3Error(400, 'InvalidPartOrder')
    const parts = listed.map(({ number, etag }) => {
      const part = upload.parts.get(number)
      if (part?.etag !== etag) throw new S3Error(400, 'InvalidPart')
      return part
    })
    if (parts.slice(0, -1).some(({ content }) => content.length < MIN_PART_BYTES))
      throw new S3Error(400, 'EntityTooSmall')
    const hash = createHash('md5')
    for (const { etag } of parts) hash.update(Buffer.from(etag.replaceAll('"', ''), 'hex'))
    const content = Buffer.concat(parts.map((part) => part.content))
    const { type, encryption } = upload
    const stored = this.put(key, { content, type, encryption }, condition, `"${hash.digest('hex')}-${parts.length}"`)
    this.uploads.delete(id)
    return stored
  }

  private assertMayWrite(key: string, { match, noneMatch }: Condition): void {
    const current = this.objects.get(key)
    if (noneMatch !== undefined && noneMatch !== '*') throw new S3Error(501, 'NotImplemented')
    if (noneMatch === '*' && current) throw new S3Error(412, 'PreconditionFailed')
    if (match !== undefined && !current) throw new S3Error(404, 'NoSuchKey')
    if (match !== undefined && current?.etag !== match) throw new S3Error(412, 'PreconditionFailed')
  }
}

const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`
