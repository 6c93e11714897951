import { once } from 'node:events'
import { addAbortSignal, PassThrough, Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  NoSuchUpload,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Bucket } from '../files-url.ts'
import { assertKey, type FileStore, FileStoreUnavailableError, type Media } from './files.ts'

/** Timeout for connecting to the file store, in milliseconds. */
const CONNECT_MS = 5_000
/** Idle timeout of a file store connection, in milliseconds. A video that continues to play uses a new one. */
const IDLE_MS = 30_000
/** Maximum number of connections to the file store: each playing video holds one. */
const MAX_SOCKETS = 2_000
/** Maximum number of consecutive interruptions by the file store before a read fails. */
const MAX_CUTS = 3
/** Part size of an upload to the file store, in bytes. A file has at most 10,000 parts, and up to three of them are in memory. */
const PART_BYTES = 8 * 1024 * 1024
/** Signed addresses are identical within this many seconds, so that a CDN can cache the files. */
const SAME_ADDRESS_SECONDS = 300

/** Store in an S3-compatible bucket. Resolves after the bucket has answered. Credentials are found in the same places as for AWS's own programs. */
export async function openS3FileStore(
  bucket: Bucket,
  mediaUrl: string | undefined,
  variable = 'FILES_URL',
): Promise<FileStore> {
  const client = createClient(bucket)
  const prefix = bucket.prefix && `${bucket.prefix}/`
  const locate = (key: string) => {
    assertKey(key)
    return { Bucket: bucket.name, Key: `${prefix}${key}` }
  }
  try {
    await client.send(new ListObjectsV2Command({ Bucket: bucket.name, Prefix: prefix, MaxKeys: 1 }))
  } catch (error) {
    throw new FileStoreUnavailableError(error, explainS3Failure(error, bucket).replace('FILES_URL', variable))
  }
  return {
    async size(key) {
      const where = locate(key)
      try {
        return (await client.send(new HeadObjectCommand(where))).ContentLength ?? 0
      } catch (error) {
        if ((error as { name?: string }).name === 'NotFound') return null
        throw new FileStoreUnavailableError(error)
      }
    },
    read: (key, range) => readObject(client, locate(key), range),
    async put(key, content) {
      const { encryption, kmsKey } = bucket
      const params = { ...locate(key), Body: content, ServerSideEncryption: encryption, SSEKMSKeyId: kmsKey }
      try {
        // If an upload fails, its parts are removed. The object is not visible before it is complete.
        await new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done()
      } catch (error) {
        throw content instanceof Readable && content.errored ? content.errored : new FileStoreUnavailableError(error)
      }
    },
    async *list() {
      for (let after: string | undefined; ; ) {
        const page = new ListObjectsV2Command({ Bucket: bucket.name, Prefix: prefix, ContinuationToken: after })
        const { Contents = [], NextContinuationToken } = await client.send(page).catch((error: unknown) => {
          throw new FileStoreUnavailableError(error)
        })
        // As in the data folder, a name that begins with a dot is not a file of ours.
        for (const { Key = '', Size = 0 } of Contents)
          if (!Key.startsWith(`${prefix}.`)) yield { key: Key.slice(prefix.length), size: Size }
        if (!NextContinuationToken) return
        after = NextContinuationToken
      }
    },
    async remove(key) {
      const where = locate(key)
      try {
        await client.send(new DeleteObjectCommand(where))
      } catch (error) {
        throw new FileStoreUnavailableError(error)
      }
    },
    async removeAbandoned(before) {
      try {
        await abortUploads(client, { Bucket: bucket.name, Prefix: prefix }, before)
      } catch (error) {
        throw new FileStoreUnavailableError(error)
      }
    },
    ...(mediaUrl ? { media: await openMedia(client, locate, mediaUrl) } : {}),
  }
}

function createClient({ region, endpoint, pathStyle }: Bucket): S3Client {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS }
  return new S3Client({
    region,
    ...(endpoint ? { endpoint } : {}),
    forcePathStyle: pathStyle,
    // Several stores do not support Amazon's newer checksums. Requests are signed with a content hash anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

/** Aborts uploads that began before this time, which removes their parts. No write of ours takes so long. */
async function abortUploads(client: S3Client, within: { Bucket: string; Prefix: string }, before: Date) {
  for (let marker: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | undefined = {}; marker; ) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ ...within, ...marker }),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Initiated && Initiated < before)
        await client.send(new AbortMultipartUploadCommand({ Bucket: within.Bucket, Key, UploadId })).catch(ignoreEnded)
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
    marker = IsTruncated && KeyMarker ? { KeyMarker, UploadIdMarker } : undefined
  }
}

/** Another process has aborted it. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof NoSuchUpload)) throw error
}

interface Place {
  Bucket: string
  Key: string
}

/** Reads an object. If the store closes the connection, requests the rest of the same version. */
function readObject(client: S3Client, where: Place, range?: { start: number; end: number }): Readable {
  const out = new PassThrough()
  const gone = new AbortController()
  out.once('close', () => gone.abort())
  const copy = async () => {
    let at = range?.start ?? 0
    let version: string | undefined
    for (let cuts = 0; ; ) {
      const part = at > 0 || range ? { Range: `bytes=${at}-${range?.end ?? ''}`, IfMatch: version } : {}
      const command = new GetObjectCommand({ ...where, ...part })
      const { Body, ETag } = await client.send(command, { abortSignal: gone.signal })
      version ??= ETag
      if (!(Body instanceof Readable)) throw new Error('The file store sent no body.')
      try {
        for await (const chunk of addAbortSignal(gone.signal, Body) as AsyncIterable<Buffer>) {
          at += chunk.length
          cuts = 0
          if (!out.write(chunk)) await once(out, 'drain', { signal: gone.signal })
        }
        return
      } catch (error) {
        cuts += 1
        if (gone.signal.aborted || !version || cuts > MAX_CUTS) throw error
      }
    }
  }
  copy().then(
    () => out.end(),
    (error: unknown) => out.destroy(gone.signal.aborted ? undefined : new FileStoreUnavailableError(error)),
  )
  return out
}

/** Addresses signed with our credentials. A CDN forwards them to the store under the store's own name. */
async function openMedia(client: S3Client, locate: (key: string) => Place, mediaUrl: string): Promise<Media> {
  const sign: Media['sign'] = async (key, { type, now, seconds }) => {
    const command = new GetObjectCommand({ ...locate(key), ResponseContentType: type })
    const window = SAME_ADDRESS_SECONDS * 1000
    const signed = await getSignedUrl(client, command, {
      signingDate: new Date(Math.floor(now.getTime() / window) * window),
      expiresIn: seconds + SAME_ADDRESS_SECONDS,
    })
    const { pathname, search } = new URL(signed)
    return mediaUrl === 'store' ? signed : `${mediaUrl}${pathname}${search}`
  }
  const sample = await sign('sample', { type: 'video/mp4', now: new Date(), seconds: 1 })
  return { origin: new URL(sample).origin, sign }
}

/** Why a bucket cannot be used, in one sentence for the operator. */
export function explainS3Failure(error: unknown, { name, endpoint }: Pick<Bucket, 'name' | 'endpoint'>): string {
  const where = `the bucket ${name}${endpoint ? ` of ${endpoint}` : ''}`
  const code = codeOf(error)
  return sentences[code]?.(where) ?? `FILES_URL cannot be used: ${where} does not respond correctly (${code}).`
}

const noCredentials = (where: string) =>
  `There are no credentials for ${where}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role.`
const refused = (where: string) =>
  `The credentials are rejected by ${where}. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the machine's role, and its rights.`
const elsewhere = (where: string) =>
  `FILES_URL names a wrong region: ${where} lies in another one. Add its region, such as region=eu-west-1.`
const unreachable = (where: string) =>
  `FILES_URL cannot be used: ${where} cannot be reached. Check that the store runs and that the address is right.`

const sentences: Record<string, (where: string) => string> = {
  CredentialsProviderError: noCredentials,
  InvalidAccessKeyId: refused,
  SignatureDoesNotMatch: refused,
  AccessDenied: refused,
  ExpiredToken: refused,
  NoSuchBucket: (where) => `FILES_URL cannot be used: ${where} does not exist. Create it, or correct FILES_URL.`,
  PermanentRedirect: elsewhere,
  AuthorizationHeaderMalformed: elsewhere,
  TimeoutError: unreachable,
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
}

/** Error code of the store or the network. With several addresses tried, it is in the first of their errors. */
function codeOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const { code, name = 'no answer' } = (first ?? {}) as { code?: string; name?: string }
  return code ?? name
}
