import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bucketOf, openBucket } from '../../test/s3/open-bucket.ts'
import { type S3Server, startS3Server } from '../../test/s3/server.ts'
import { S3Error } from '../../test/s3/signature.ts'
import { freePort } from '../../test/servers/postgres.ts'
import { explainStartFailure } from '../start-errors.ts'
import { type FileStore, FileStoreUnavailableError } from './files.ts'
import { openFiles } from './open-files.ts'

let server: S3Server
let files: FileStore
let clock = 0
beforeAll(async () => {
  server = await startS3Server({ now: () => new Date(Date.now() + clock) })
  files = await openBucket(server)
})
afterEach(() => {
  server.fault = {}
  clock = 0
})
afterAll(async () => {
  await server.close()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const key = 'videos/intro.mp4'
const use = { type: 'video/mp4', seconds: 900 }
const useNow = () => ({ ...use, now: new Date() })

describe('what is written to a bucket', () => {
  test('is stored under the prefix and encrypted as configured, in one part or in many', async () => {
    const encrypted = await openBucket(server, { prefix: 'live', more: '&encryption=AES256' })
    await encrypted.put('videos/short.mp4', Buffer.from('x'))
    await encrypted.put('videos/long.mp4', Readable.from([Buffer.alloc(9_000_000)]))
    for (const name of ['short', 'long'])
      expect(server.bucket.objects.get(`live/videos/${name}.mp4`)).toMatchObject({ encryption: 'AES256' })
    await files.put(key, Buffer.from('x'))
    expect(server.bucket.objects.get(key)?.encryption).toBeUndefined()
  })

  test('leaves no parts behind when its source fails', async () => {
    const broken = Readable.from(
      (async function* () {
        for (let parts = 0; parts < 4; parts++) yield Buffer.alloc(8_388_608)
        throw new Error('cut')
      })(),
    )
    await expect(files.put('videos/half.mp4', broken)).rejects.toThrow('cut')
    expect(
      server.requests.some((request) => request.startsWith('PUT /flagyard-tests/videos/half.mp4?partNumber')),
    ).toBe(true)
    expect([server.bucket.uploads.size, await files.size('videos/half.mp4')]).toEqual([0, null])
  })

  test('is removed if its writer was killed, but not while another process writes it, or under another prefix', async () => {
    const { uploads } = server.bucket
    const begin = (key: string, hours: number) => {
      const id = server.bucket.createUpload({ key, type: '', encryption: undefined })
      uploads.get(id)!.begun = new Date(Date.now() - hours * 3_600_000)
      server.bucket.putPart(key, id, 1, Buffer.from('part'))
    }
    for (const name of ['one', 'two', 'three']) begin(`live/videos/${name}.mp4`, 49)
    begin('live/videos/now.mp4', 1)
    begin('other/videos/one.mp4', 49)
    const store = await openBucket(server, { prefix: 'live' })
    await store.removeAbandoned(new Date(Date.now() - 48 * 3_600_000))
    const left = [...uploads.values()].map(({ key }) => key)
    uploads.clear()
    expect(left).toEqual(['live/videos/now.mp4', 'other/videos/one.mp4'])
  })
})

describe('what is read from a bucket', () => {
  const whole = randomBytes(300_000)
  const gets = () => server.requests.filter((request) => request.startsWith(`GET /flagyard-tests/${key}`)).length

  test('arrives completely although the store closes each connection, and so does a range of it', async () => {
    await files.put(key, whole)
    server.fault = { cutAfter: 70_000 }
    const before = gets()
    expect((await buffer(files.read(key))).equals(whole)).toBe(true)
    expect(gets() - before).toBe(5)
    const part = await buffer(files.read(key, { start: 1_000, end: 200_999 }))
    expect(part.equals(whole.subarray(1_000, 201_000))).toBe(true)
  })

  test('is aborted when no more data arrives', async () => {
    await files.put(key, whole)
    server.fault = { cutAfter: 0 }
    await expect(buffer(files.read(key))).rejects.toThrow(FileStoreUnavailableError)
  })

  test('is never combined from two versions', async () => {
    await files.put(key, whole)
    server.fault = { cutAfter: 70_000 }
    const reading = files.read(key)
    reading.once('data', () => void files.put(key, randomBytes(300_000)))
    await expect(buffer(reading)).rejects.toThrow(FileStoreUnavailableError)
  })

  test('releases its connection when the reader disconnects', async () => {
    await files.put(key, randomBytes(30_000_000))
    const reading = files.read(key)
    await once(reading, 'readable')
    reading.destroy()
    await once(reading, 'close')
    await expect.poll(() => server.sending).toBe(0)
  })

  test('by a hundred slow readers does not block others', async () => {
    await files.put(key, randomBytes(5_000_000))
    const slow = Array.from({ length: 100 }, () => files.read(key))
    await Promise.all(slow.map((reading) => once(reading, 'readable')))
    expect(await files.size(key)).toBe(5_000_000)
    for (const reading of slow) reading.destroy()
  })
})

describe('a signed address', () => {
  const open = (mediaUrl = 'store', style: 'path' | 'virtual' = 'path') => openBucket(server, { mediaUrl, style })
  const signed = async () => (await open()).media?.sign(key, useNow()) ?? ''
  beforeEach(() => files.put(key, Buffer.from('0123456789')))

  test('grants access to its file, or a range of it, with its type', async () => {
    const address = await signed()
    const answer = await fetch(address)
    expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
      200,
      '0123456789',
      'video/mp4',
    ])
    const part = await fetch(address, { headers: { range: 'bytes=2-4' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
  })

  test('grants no access to other files, after its expiry, or to write', async () => {
    await files.put('videos/other.mp4', Buffer.from('other'))
    const address = await signed()
    const changed = [
      address.replace('intro.mp4', 'other.mp4'),
      address.replace('X-Amz-Expires=1200', 'X-Amz-Expires=99999'),
      address.replace('video%2Fmp4', 'text%2Fhtml'),
      address.replace(/[0-9a-f]{4}(?=&X-Amz-SignedHeaders)/, '0000'),
    ]
    for (const one of changed) {
      expect(one).not.toBe(address)
      expect((await fetch(one)).status, one).toBe(403)
    }
    expect((await fetch(address, { method: 'PUT', body: 'mine' })).status).toBe(403)
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(403)
    clock = 800_000
    expect((await fetch(address)).status).toBe(200)
    clock = 1_201_000
    expect((await fetch(address)).status).toBe(403)
  })

  test('is identical for a few minutes, so that a CDN can cache the file', async () => {
    const { media } = await open()
    const at = (seconds: number) => media?.sign(key, { ...use, now: new Date(1_800_000_000_000 + seconds * 1000) })
    expect(await at(299)).toBe(await at(0))
    expect(await at(300)).not.toBe(await at(0))
  })

  test('points to the store, in its address style, or to the CDN', async () => {
    expect((await open()).media?.origin).toBe(server.url)
    const { port } = new URL(server.url)
    expect((await open('store', 'virtual')).media?.origin).toBe(`http://flagyard-tests.store.test:${port}`)
    const { media } = await open('https://media.example')
    expect(media?.origin).toBe('https://media.example')
    const address = (await media?.sign(key, useNow())) ?? ''
    expect(address).toMatch(/^https:\/\/media\.example\/flagyard-tests\/videos\/intro\.mp4\?/)
    expect(await (await fetch(address.replace('https://media.example', server.url))).text()).toBe('0123456789')
  })
})

describe('a store that cannot be used', () => {
  test('is reported by a class that hides the store’s message', async () => {
    server.fault = { answer: new S3Error(403, 'AccessDenied') }
    for (const attempt of [
      () => files.size(key),
      () => text(files.read(key)),
      () => files.put(key, Buffer.from('x')),
      () => files.remove(key),
    ])
      await expect(attempt()).rejects.toThrow(FileStoreUnavailableError)
  })

  test.each([
    ['NoSuchBucket', /^FILES_URL cannot be used: the bucket flagyard-tests of http/],
    ['InvalidAccessKeyId', /^The credentials are rejected by the bucket flagyard-tests/],
    ['AccessDenied', /^The credentials are rejected by the bucket/],
    ['PermanentRedirect', /^FILES_URL names a wrong region/],
    ['Unheard', /^FILES_URL cannot be used: the bucket .* does not respond correctly \(Unheard\)\.$/],
  ])('at the start is explained in one sentence: %s', async (code, sentence) => {
    server.fault = { answer: new S3Error(403, code) }
    const { message, exitCode } = explainStartFailure(await openBucket(server).catch((error: unknown) => error))
    expect(message).toMatch(sentence)
    expect(message.split('\n')).toHaveLength(1)
    expect(exitCode).toBe(69)
  })

  test('at the start is explained when no server listens there', async () => {
    const bucket = { ...bucketOf(server), endpoint: `http://127.0.0.1:${await freePort()}` }
    const error = await openFiles({ dataDir: '', bucket, mediaUrl: undefined }).catch((one: unknown) => one)
    expect(explainStartFailure(error).message).toMatch(/cannot be reached\. Check that the store runs/)
  })

  test('is explained for a wrong secret, without the secret', async () => {
    const bucket = bucketOf(server)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a wrong secret')
    const error = await openFiles({ dataDir: '', bucket, mediaUrl: undefined }).catch((one: unknown) => one)
    expect(explainStartFailure(error).message).toMatch(/^The credentials are rejected/)
    expect(JSON.stringify(explainStartFailure(error))).not.toContain('a wrong secret')
  })
})
