import type { IncomingHttpHeaders } from 'node:http'
import type { TestBucket } from './bucket.ts'
import { S3Error } from './signature.ts'

interface Call {
  method: string
  key: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: Buffer | string
}

/** Answers a call to a bucket, or to an object if the call has a key. */
export function answerCall(bucket: TestBucket, call: Call): Answer {
  const { method, key, query } = call
  if (!key) {
    if (method === 'HEAD') return { status: 200 }
    if (method === 'GET' && query.get('list-type') === '2') return listObjects(bucket, query)
    if (method === 'GET' && query.has('uploads')) return listUploads(bucket, query)
    throw new S3Error(501, 'NotImplemented')
  }
  const upload = query.get('uploadId')
  if (method === 'POST' && query.has('uploads')) return createUpload(bucket, call)
  if (method === 'PUT' && upload) return putPart(bucket, call, upload)
  if (method === 'GET' && upload) return listParts(bucket, call, upload)
  if (method === 'POST' && upload) return completeUpload(bucket, call, upload)
  if (method === 'DELETE' && upload) return abortUpload(bucket, call, upload)
  if (method === 'GET' || method === 'HEAD') return readObject(bucket, call)
  if (method === 'PUT') return putObject(bucket, call)
  if (method === 'DELETE') {
    bucket.objects.delete(key)
    return { status: 204 }
  }
  throw new S3Error(405, 'MethodNotAllowed')
}

function readObject(bucket: TestBucket, { key, query, headers }: Call): Answer {
  const { content, etag, type, encryption, modified } = bucket.find(key)
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag) throw new S3Error(412, 'PreconditionFailed')
  if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
  const described = {
    etag,
    'accept-ranges': 'bytes',
    'last-modified': modified.toUTCString(),
    'content-type': query.get('response-content-type') ?? type,
    ...(encryption ? { 'x-amz-server-side-encryption': encryption } : {}),
  }
  // Like S3, ignores a header that is not a single range.
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (!first && !last) return { status: 200, headers: described, body: content }
  const start = first ? Number(first) : Math.max(0, content.length - Number(last))
  const end = first && last ? Math.min(Number(last), content.length - 1) : content.length - 1
  if (start > end) throw new S3Error(416, 'InvalidRange')
  const range = `bytes ${start}-${end}/${content.length}`
  return { status: 206, headers: { ...described, 'content-range': range }, body: content.subarray(start, end + 1) }
}

function putObject(bucket: TestBucket, { key, headers, body }: Call): Answer {
  const { etag } = bucket.put(key, { content: body, ...describe(headers) }, conditionOf(headers))
  return { status: 200, headers: { etag } }
}

function createUpload(bucket: TestBucket, { key, headers }: Call): Answer {
  const id = bucket.createUpload({ key, ...describe(headers) })
  return xml(
    `<InitiateMultipartUploadResult><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  )
}

function putPart(bucket: TestBucket, { key, query, body }: Call, upload: string): Answer {
  return { status: 200, headers: { etag: bucket.putPart(key, upload, Number(query.get('partNumber')), body) } }
}

function listParts(bucket: TestBucket, { key, query }: Call, upload: string): Answer {
  const after = Number(query.get('part-number-marker') ?? 0)
  const most = Number(query.get('max-parts') ?? 1000)
  const parts = [...bucket.findUpload(key, upload).parts].sort(([a], [b]) => a - b).filter(([number]) => number > after)
  const page = parts.slice(0, most)
  return xml(
    `<ListPartsResult><UploadId>${upload}</UploadId><IsTruncated>${parts.length > most}</IsTruncated>` +
      `<NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker>${page
        .map(
          ([number, { content, etag }]) =>
            `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag><Size>${content.length}</Size></Part>`,
        )
        .join('')}</ListPartsResult>`,
  )
}

function completeUpload(bucket: TestBucket, { key, headers, body }: Call, upload: string): Answer {
  const listed = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }))
  const { etag } = bucket.completeUpload(key, upload, listed, conditionOf(headers))
  return xml(
    `<CompleteMultipartUploadResult><Key>${escapeXml(key)}</Key><ETag>${escapeXml(etag)}</ETag></CompleteMultipartUploadResult>`,
  )
}

function abortUpload(bucket: TestBucket, { key }: Call, upload: string): Answer {
  bucket.findUpload(key, upload)
  bucket.uploads.delete(upload)
  return { status: 204 }
}

function listObjects(bucket: TestBucket, query: URLSearchParams): Answer {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const most = Number(query.get('max-keys') ?? 1000)
  const found = [...bucket.objects].filter(([key]) => key.startsWith(prefix) && key > after)
  const page = found.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, most)
  const isCut = found.length > most
  return xml(
    `<ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${isCut}</IsTruncated>` +
      `${isCut ? `<NextContinuationToken>${escapeXml(page.at(-1)?.[0] ?? '')}</NextContinuationToken>` : ''}${page
        .map(
          ([key, { content, etag, modified }]) =>
            `<Contents><Key>${escapeXml(key)}</Key><Size>${content.length}</Size><ETag>${escapeXml(etag)}</ETag>` +
            `<LastModified>${modified.toISOString()}</LastModified></Contents>`,
        )
        .join('')}</ListBucketResult>`,
  )
}

function listUploads(bucket: TestBucket, query: URLSearchParams): Answer {
  const after = query.get('upload-id-marker') ?? ''
  const most = Number(query.get('max-uploads') ?? MAX_LISTED_UPLOADS)
  const found = [...bucket.uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
  const sorted = found.sort(([a], [b]) => (a < b ? -1 : 1)).filter(([id]) => id > after)
  const page = sorted.slice(0, most)
  const [lastId = '', last] = page.at(-1) ?? []
  return xml(
    `<ListMultipartUploadsResult><IsTruncated>${sorted.length > most}</IsTruncated>` +
      `<NextKeyMarker>${escapeXml(last?.key ?? '')}</NextKeyMarker><NextUploadIdMarker>${lastId}</NextUploadIdMarker>${page
        .map(
          ([id, { key, begun }]) =>
            `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
        )
        .join('')}</ListMultipartUploadsResult>`,
  )
}

/** Small, so that a test sees two pages. S3 lists a thousand. */
const MAX_LISTED_UPLOADS = 2

const describe = (headers: IncomingHttpHeaders) => ({
  type: headers['content-type'] ?? 'application/octet-stream',
  encryption: headers['x-amz-server-side-encryption']?.toString(),
})

const conditionOf = (headers: IncomingHttpHeaders) => ({
  match: headers['if-match'],
  noneMatch: headers['if-none-match'],
})

export const xml = (body: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
})

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
