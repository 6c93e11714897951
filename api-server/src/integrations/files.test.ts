import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FileStore, openFileStore } from './files.ts'

let dataDir: string
let files: FileStore
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'flagyard-files-'))
  files = openFileStore(dataDir)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const names = () => {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe('the file store', () => {
  test('gives back what was put, whole or a part of it', async () => {
    await files.put('videos/intro.mp4', Readable.from(['01234', '56789']))
    expect(await files.size('videos/intro.mp4')).toBe(10)
    expect(await text(files.read('videos/intro.mp4'))).toBe('0123456789')
    expect(await text(files.read('videos/intro.mp4', { start: 3, end: 5 }))).toBe('345')
    await files.put('videos/intro.mp4', Buffer.from('new'))
    expect(await text(files.read('videos/intro.mp4'))).toBe('new')
  })

  test('knows no size of what is not there, nor of a folder', async () => {
    await files.put('videos/intro.mp4', Buffer.from('x'))
    expect(await files.size('videos/none.mp4')).toBeNull()
    expect(await files.size('videos')).toBeNull()
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
  })

  test('does not follow a link out of its folder', async () => {
    mkdirSync(join(dataDir, 'files'))
    writeFileSync(join(dataDir, 'secret-key'), 'secret')
    symlinkSync(join(dataDir, 'secret-key'), join(dataDir, 'files', 'link'))
    symlinkSync(dataDir, join(dataDir, 'files', 'up'))
    for (const key of ['link', 'up/secret-key']) {
      expect(await files.size(key)).toBeNull()
      await expect((async () => text(files.read(key)))()).rejects.toThrow()
      await expect(files.put('up/made', Buffer.from('x'))).rejects.toThrow()
    }
  })

  test('a source that breaks off leaves no half file, and the old one stays', async () => {
    await files.put('videos/intro.mp4', Buffer.from('old'))
    const broken = Readable.from(
      (async function* () {
        yield 'half'
        throw new Error('cut')
      })(),
    )
    await expect(files.put('videos/intro.mp4', broken)).rejects.toThrow('cut')
    expect(await text(files.read('videos/intro.mp4'))).toBe('old')
    expect(names()).toEqual(['intro.mp4'])
  })

  test('a full disk is a clear error and leaves no half file', async ({ skip }) => {
    const small = join(dataDir, 'small')
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
