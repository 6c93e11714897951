import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type S3Server, startS3Server } from './server.ts'

// Tests against this server prove nothing unless it refuses everything that a real store refuses.
let server: S3Server
let s3: S3Client
beforeAll(async () => {
  server = await startS3Server()
  s3 = client()
})
afterAll(async () => {
  s3.destroy()
  await server.close()
})
beforeEach(() => server.bucket.objects.clear())

function client(changes: S3ClientConfig = {}) {
  const { keyId, secret, region } = server.credentials
  const credentials = { accessKeyId: keyId, secretAccessKey: secret }
  return new S3Client({ endpoint: server.url, forcePathStyle: true, region, credentials, maxAttempts: 1, ...changes })
}
const at = (Key: string) => ({ Bucket: server.bucketName, Key })
const put = (key: string, Body: string | Buffer, more: object = {}) =>
  s3.send(new PutObjectCommand({ ...at(key), Body, ...more }))
const refused = (name: string) => ({ name })

describe('a request is rejected', () => {
  test.each([
    ['an unknown key', { accessKeyId: 'other', secretAccessKey: 'x' }, 'InvalidAccessKeyId'],
    ['a wrong secret', { accessKeyId: 'tests', secretAccessKey: 'x' }, 'SignatureDoesNotMatch'],
  ])('with %s', async (_, credentials, code) => {
    const stranger = client({ credentials })
    await expect(stranger.send(new PutObjectCommand({ ...at('a'), Body: 'x' }))).rejects.toMatchObject(refused(code))
    expect(server.bucket.objects.size).toBe(0)
  })

  test('without a signature, for another region, or another bucket', async () => {
    expect((await fetch(`${server.url}/${server.bucketName}/a`)).status).toBe(403)
    const elsewhere = client({ region: 'us-west-2' })
    await expect(elsewhere.send(new GetObjectCommand(at('a')))).rejects.toMatchObject(
      refused('AuthorizationHeaderMalformed'),
    )
    const other = new GetObjectCommand({ Bucket: 'other-bucket', Key: 'a' })
    await expect(s3.send(other)).rejects.toMatchObject(refused('NoSuchBucket'))
  })

  interface Sent {
    path: string
    body: unknown
    headers: Record<string, string>
  }
  test.each<[string, (sent: Sent) => Partial<Sent>, string]>([
    ['another path', () => ({ path: `/${server.bucketName}/b` }), 'SignatureDoesNotMatch'],
    ['another body', () => ({ body: 'y' }), 'XAmzContentSHA256Mismatch'],
    ['an unsigned header', ({ headers }) => ({ headers: { ...headers, 'x-amz-acl': 'public-read' } }), 'AccessDenied'],
    [
      'an old date',
      ({ headers }) => ({ headers: { ...headers, 'x-amz-date': '20200101T000000Z' } }),
      'RequestTimeTooSkewed',
    ],
  ])('that was changed in transit: %s', async (_, change, code) => {
    const tampered = client()
    tampered.middlewareStack.add(
      (next) => (args) => {
        Object.assign(args.request as Sent, change(args.request as Sent))
        return next(args)
      },
      { step: 'deserialize', priority: 'low' },
    )
    await expect(tampered.send(new PutObjectCommand({ ...at('a'), Body: 'x' }))).rejects.toMatchObject(refused(code))
  })
})

test('an object is put, described, read in ranges, listed and deleted', async () => {
  const { ETag } = await put('films/a b+c.webm', '0123456789', { ContentType: 'video/webm' })
  expect(await s3.send(new HeadObjectCommand(at('films/a b+c.webm')))).toMatchObject({
    ContentLength: 10,
    ContentType: 'video/webm',
    ETag,
  })
  const read = async (more: object) =>
    (await s3.send(new GetObjectCommand({ ...at('films/a b+c.webm'), ...more }))).Body?.transformToString()
  expect([await read({}), await read({ Range: 'bytes=2-4' }), await read({ Range: 'bytes=-2' })]).toEqual([
    '0123456789',
    '234',
    '89',
  ])
  await expect(read({ Range: 'bytes=10-' })).rejects.toMatchObject(refused('InvalidRange'))
  await expect(read({ IfMatch: '"other"' })).rejects.toMatchObject(refused('PreconditionFailed'))
  for (const name of ['b', 'c', 'd']) await put(`films/${name}`, name)
  await put('other', 'x')
  const list = (more: object) =>
    s3.send(new ListObjectsV2Command({ Bucket: server.bucketName, Prefix: 'films/', MaxKeys: 3, ...more }))
  const first = await list({})
  expect([first.Contents?.map(({ Key }) => Key), first.IsTruncated]).toEqual([
    ['films/a b+c.webm', 'films/b', 'films/c'],
    true,
  ])
  const second = await list({ ContinuationToken: first.NextContinuationToken })
  expect([second.Contents?.map(({ Key }) => Key), second.IsTruncated]).toEqual([['films/d'], false])
  await s3.send(new DeleteObjectCommand(at('films/b')))
  await s3.send(new DeleteObjectCommand(at('films/b')))
  await expect(s3.send(new HeadObjectCommand(at('films/b')))).rejects.toMatchObject(refused('NotFound'))
})

test('a conditional write is only done if its condition is true', async () => {
  const { ETag = '' } = await put('a', 'first', { IfNoneMatch: '*' })
  await expect(put('a', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject(refused('PreconditionFailed'))
  await expect(put('a', 'second', { IfMatch: '"other"' })).rejects.toMatchObject(refused('PreconditionFailed'))
  await expect(put('b', 'second', { IfMatch: ETag })).rejects.toMatchObject(refused('NoSuchKey'))
  expect(server.bucket.objects.get('a')?.content.toString()).toBe('first')
  await put('a', 'second', { IfMatch: ETag })
  expect(server.bucket.objects.get('a')?.content.toString()).toBe('second')
})

describe('a multipart upload', () => {
  const MiB = 1024 * 1024
  const create = async () => (await s3.send(new CreateMultipartUploadCommand(at('long')))).UploadId
  const putPart = (UploadId: string | undefined, PartNumber: number, Body: Buffer) =>
    s3.send(new UploadPartCommand({ ...at('long'), UploadId, PartNumber, Body }))
  const complete = (
    UploadId: string | undefined,
    Parts: { PartNumber: number; ETag: string | undefined }[],
    more = {},
  ) => s3.send(new CompleteMultipartUploadCommand({ ...at('long'), UploadId, MultipartUpload: { Parts }, ...more }))

  test('is only visible when it is complete, and lists its parts until then', async () => {
    const id = await create()
    const two = await putPart(id, 2, Buffer.from('end'))
    const one = await putPart(id, 1, Buffer.alloc(5 * MiB, 'a'))
    const listed = await s3.send(new ListPartsCommand({ ...at('long'), UploadId: id, MaxParts: 1 }))
    expect([listed.Parts, listed.IsTruncated]).toMatchObject([[{ PartNumber: 1, Size: 5 * MiB, ETag: one.ETag }], true])
    const marker = listed.NextPartNumberMarker
    const rest = await s3.send(new ListPartsCommand({ ...at('long'), UploadId: id, PartNumberMarker: marker }))
    expect(rest.Parts).toMatchObject([{ PartNumber: 2, Size: 3 }])
    expect(server.bucket.objects.has('long')).toBe(false)
    const { ETag } = await complete(id, [
      { PartNumber: 1, ETag: one.ETag },
      { PartNumber: 2, ETag: two.ETag },
    ])
    expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/)
    expect(server.bucket.objects.get('long')?.content.length).toBe(5 * MiB + 3)
    await expect(putPart(id, 3, Buffer.from('x'))).rejects.toMatchObject(refused('NoSuchUpload'))
  })

  test('is rejected if parts are unknown, too small or out of order, or if a condition fails', async () => {
    const id = await create()
    const { ETag: one } = await putPart(id, 1, Buffer.from('small'))
    const { ETag: two } = await putPart(id, 2, Buffer.from('end'))
    const both = [
      { PartNumber: 1, ETag: one },
      { PartNumber: 2, ETag: two },
    ]
    await expect(complete(id, both)).rejects.toMatchObject(refused('EntityTooSmall'))
    await expect(complete(id, both.toReversed())).rejects.toMatchObject(refused('InvalidPartOrder'))
    await expect(complete(id, [{ PartNumber: 1, ETag: two }])).rejects.toMatchObject(refused('InvalidPart'))
    await put('long', 'there')
    const single = [{ PartNumber: 1, ETag: one }]
    await expect(complete(id, single, { IfNoneMatch: '*' })).rejects.toMatchObject(refused('PreconditionFailed'))
    await complete(id, single)
    expect(server.bucket.objects.get('long')?.content.toString()).toBe('small')
  })
})
