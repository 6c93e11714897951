import { execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBucket } from '../../test/s3/open-bucket.ts'
import { type S3Server, startS3Server } from '../../test/s3/server.ts'
import { filesUrl } from '../files-url.ts'
import { type FileStore, openFileStore } from './files.ts'
import { openFiles } from './open-files.ts'

let dataDir: string
let server: S3Server
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'flagyard-files-'))
  server = await startS3Server()
})
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true })
  await server.close()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** The operator's own store, in the long tier, under a new prefix each time. */
const { LONG, TEST_S3_URL } = process.env
const ownUrl = LONG && TEST_S3_URL ? new URL(TEST_S3_URL) : undefined
if (ownUrl) ownUrl.pathname = `${ownUrl.pathname.replace(/\/$/, '')}/tests-${randomUUID()}`

const stores: [name: string, open: () => Promise<FileStore>][] = [
  ['in the data folder', async () => openFileStore(dataDir)],
  ['in a bucket', () => openBucket(server)],
  [
    'under a prefix of a bucket named in the host',
    () => openBucket(server, { style: 'virtual', prefix: 'live/files' }),
  ],
]
if (ownUrl) {
  const bucket = filesUrl.parse(ownUrl.href)
  stores.push([
    `in the bucket ${ownUrl.host} of TEST_S3_URL`,
    () => {
      // Restores the operator's credentials.
      vi.unstubAllEnvs()
      return openFiles({ dataDir, bucket, mediaUrl: undefined })
    },
  ])
}

describe.each(stores)('the file store %s', (_, open) => {
  let files: FileStore
  beforeAll(async () => {
    files = await open()
  })
  afterEach(async () => {
    for (const key of ['videos/intro.mp4', 'videos/long.mp4', 'videos/empty.vtt']) await files.remove(key)
  })

  test('returns a stored file, or a range of it', async () => {
    await files.put('videos/intro.mp4', Readable.from(['01234', '56789']))
    expect(await files.size('videos/intro.mp4')).toBe(10)
    expect(await text(files.read('videos/intro.mp4'))).toBe('0123456789')
    expect(await text(files.read('videos/intro.mp4', { start: 3, end: 5 }))).toBe('345')
    await files.put('videos/intro.mp4', Buffer.from('new'))
    expect(await text(files.read('videos/intro.mp4'))).toBe('new')
  })

  test('returns a long file stored in pieces, and an empty one', async () => {
    const pieces = Array.from({ length: 300 }, () => randomBytes(64_000))
    const whole = Buffer.concat(pieces)
    await files.put('videos/long.mp4', Readable.from(pieces))
    expect(await files.size('videos/long.mp4')).toBe(whole.length)
    expect((await buffer(files.read('videos/long.mp4'))).equals(whole)).toBe(true)
    const part = await buffer(files.read('videos/long.mp4', { start: 8_388_600, end: 8_388_615 }))
    expect(part.equals(whole.subarray(8_388_600, 8_388_616))).toBe(true)
    await files.put('videos/empty.vtt', Readable.from([]))
    expect([await files.size('videos/empty.vtt'), await text(files.read('videos/empty.vtt'))]).toEqual([0, ''])
  })

  test('lists its files, except those whose names begin with a dot', async () => {
    await files.put('videos/intro.mp4', Buffer.from('x'))
    await files.put('.doctor-1', Buffer.from('x'))
    const listed: { key: string }[] = await Readable.from(files.list()).toArray()
    expect(listed.filter(({ key }) => /intro|doctor/.test(key))).toEqual([{ key: 'videos/intro.mp4', size: 1 }])
    await files.remove('.doctor-1')
  })

  test('has no size for a missing file or a folder', async () => {
    await files.put('videos/intro.mp4', Buffer.from('x'))
    expect(await files.size('videos/none.mp4')).toBeNull()
    expect(await files.size('videos')).toBeNull()
  })

  test('no longer has a removed file, and removing it again is not an error', async () => {
    await files.put('videos/intro.mp4', Buffer.from('x'))
    await files.remove('videos/intro.mp4')
    await files.remove('videos/intro.mp4')
    expect(await files.size('videos/intro.mp4')).toBeNull()
    await expect(text(files.read('videos/intro.mp4'))).rejects.toThrow()
  })

  test.each([
    '../secret-key',
    'videos/../../secret-key',
    '/etc/passwd',
    'videos//x',
    '.',
    '..',
    '',
    'a\\b',
    'a\0b',
    'a/./b',
    '%2e%2e/x',
  ])('refuses the key %j', async (key) => {
    writeFileSync(join(dataDir, 'secret-key'), 'secret')
    await expect((async () => files.size(key))()).rejects.toThrow('Not a key')
    await expect((async () => text(files.read(key)))()).rejects.toThrow('Not a key')
    await expect((async () => files.put(key, Buffer.from('x')))()).rejects.toThrow('Not a key')
    await expect((async () => files.remove(key))()).rejects.toThrow('Not a key')
  })

  test.each([1, 20_000_000])('a source that fails after %i bytes leaves the old file unchanged', async (bytes) => {
    await files.put('videos/intro.mp4', Buffer.from('old'))
    const broken = Readable.from(
      (async function* () {
        for (let sent = 0; sent < bytes; sent += 1_000_000) yield Buffer.alloc(Math.min(bytes, 1_000_000))
        throw new Error('cut')
      })(),
    )
    await expect(files.put('videos/intro.mp4', broken)).rejects.toThrow('cut')
    expect(await text(files.read('videos/intro.mp4'))).toBe('old')
  })

  test('of several concurrent writers of a file, one wins completely', async () => {
    const contents = ['a', 'b', 'c'].map((letter) => letter.repeat(100_000))
    await Promise.all(contents.map((content) => files.put('videos/intro.mp4', Readable.from([content]))))
    expect(contents).toContain(await text(files.read('videos/intro.mp4')))
  })
})

describe('the data folder', () => {
  let folder: string
  let files: FileStore
  beforeEach(() => {
    folder = mkdtempSync(join(dataDir, 'folder-'))
    files = openFileStore(folder)
  })

  const names = () => {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  }

  test('does not follow a symbolic link out of its folder', async () => {
    mkdirSync(join(folder, 'files'))
    writeFileSync(join(folder, 'secret-key'), 'secret')
    symlinkSync(join(folder, 'secret-key'), join(folder, 'files', 'link'))
    symlinkSync(folder, join(folder, 'files', 'up'))
    for (const key of ['link', 'up/secret-key']) {
      expect(await files.size(key)).toBeNull()
      await expect((async () => text(files.read(key)))()).rejects.toThrow()
      await expect(files.put('up/made', Buffer.from('x'))).rejects.toThrow()
    }
  })

  test('leaves no partial file when the source fails', async () => {
    const broken = Readable.from(
      (async function* () {
        yield 'half'
        throw new Error('cut')
      })(),
    )
    await expect(files.put('videos/intro.mp4', broken)).rejects.toThrow('cut')
    expect(names()).toEqual([])
  })

  test('removes the partial file of a process that was killed, but not one that another process writes', async () => {
    const endless = `
      import { PassThrough } from 'node:stream'
      import { openFileStore } from ${JSON.stringify(new URL('files.ts', import.meta.url).href)}
      const content = new PassThrough()
      content.write('half')
      setInterval(() => {}, 1000)
      await openFileStore(${JSON.stringify(folder)}).put('videos/intro.mp4', content)`
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', endless])
    await vi.waitFor(() => expect(names()).toHaveLength(1), 20_000)
    killed.kill('SIGKILL')
    await once(killed, 'close')
    const [abandoned = ''] = names()
    expect(abandoned).toMatch(/\.part$/)

    const content = new PassThrough()
    const written = files.put('videos/other.mp4', content)
    content.write('half')
    await vi.waitFor(() => expect(names()).toHaveLength(2))
    const longAgo = new Date('2026-01-01')
    utimesSync(join(folder, 'files/videos', abandoned), longAgo, longAgo)
    await files.removeAbandoned(new Date('2026-01-03'))
    content.end()
    await written
    expect(names()).toEqual(['other.mp4'])
  })

  test('a full disk is a clear error and leaves no partial file', async ({ skip }) => {
    const small = join(folder, 'small')
    mkdirSync(small)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small], { stdio: 'ignore' })
    } catch {
      skip('needs the right to mount a tmpfs')
    }
    try {
      const store = openFileStore(small)
      await expect(store.put('videos/big.mp4', Buffer.alloc(3_000_000))).rejects.toMatchObject({ code: 'ENOSPC' })
      expect(readdirSync(join(small, 'files/videos'))).toEqual([])
      await store.put('videos/small.mp4', Buffer.from('fits'))
    } finally {
      execFileSync('umount', [small])
    }
  })
})
