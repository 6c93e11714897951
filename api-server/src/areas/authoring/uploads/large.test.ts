import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createDeflateRaw } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../../../test/app.ts'
import { createManualQueue, type ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { mp4 } from '../../../../test/fixtures/media-files.ts'
import { zip } from '../../../../test/fixtures/zip.ts'
import { openOwnBucket } from '../../../../test/s3/own-bucket.ts'
import { tusClient } from '../../../../test/servers/tus.ts'

const MIB = 1024 * 1024
const GIB = 1024 * MIB
/** In chunks, like a browser. */
const PART = 8 * MIB
/** Maximum growth of the process's memory: far less than a video, but more than a few chunks and the compiler need. */
const MOST_GROWTH = 300 * MIB
const TIME = 1_200_000
const own = openOwnBucket()

describe.skipIf(!process.env.LONG)('files of gigabytes (only with LONG=1)', () => {
  let app: TestApp
  let queue: ManualQueue
  let tus: Awaited<ReturnType<typeof tusClient>>
  beforeAll(async () => {
    queue = createManualQueue(() => app.deps)
    app = await startTestApp({ config: testConfig(own && { bucket: own.bucket }), deps: { queue } })
    await app.asAdmin.getMe()
    tus = await tusClient(app, () => app.tokenOf('administrator-of-tests'))
  })
  afterAll(async () => {
    await app.close()
    await own?.clear()
  })

  /** Maximum growth of the process's memory during the work. */
  async function growthOf(work: () => Promise<void>): Promise<number> {
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 50)
    await work().finally(() => clearInterval(watch))
    return most - before
  }

  test('a video over 4 GiB is rejected before any byte is sent', async () => {
    const refused = await tus.create('film', 'long.mp4', 4 * GIB + 1)
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'too_large', detail: expect.stringContaining('4096 MiB') })
    const accepted = await tus.create('film', 'long.mp4', 4 * GIB)
    expect(accepted.status).toBe(201)
    await tus.remove(accepted.headers.location ?? '')
  })

  test('a video of 1 GiB arrives in chunks and is stored completely with little memory', {
    timeout: TIME,
  }, async () => {
    const noise = randomBytes(PART)
    const parts = filmParts(GIB, noise)
    const hash = createHash('sha256')
    const { headers } = await tus.create('film', 'hour.mp4', GIB)
    const path = headers.location ?? ''
    const growth = await growthOf(async () => {
      let offset = 0
      for (const part of parts()) {
        hash.update(part)
        const { status } = await tus.append(path, offset, part)
        expect(status).toBe(204)
        offset += part.length
      }
      await queue.work()
    })
    const upload = await app.asAdmin.getUpload({ id: path.split('/').at(-1) ?? '' })
    const name = `${hash.digest('hex')}.mp4`
    expect(upload).toMatchObject({ state: 'ready', file: { name, bytes: GIB, duration_seconds: 3600 } })
    expect(await app.deps.files.size(`content/${name}`)).toBe(GIB)
    console.info(`A film of 1 GiB: ${Math.round(growth / MIB)} MiB more memory at the most`)
    expect(growth).toBeLessThan(MOST_GROWTH)
    await app.deps.files.remove(`content/${name}`)
  })

  test('archives that unpack to gigabytes are rejected, by declared and by actual size', {
    timeout: TIME,
  }, async () => {
    const bomb = await packedZeros(2 * GIB)
    const film = (n: number, claims: number) => ({ name: `files/${n}.webm`, packed: bomb, claims })
    const cases: [what: string, archive: Buffer, refusal: RegExp][] = [
      ['three that are honest', zip([0, 1, 2].map((n) => film(n, 2 * GIB))), /Unpacked, this would be 6144 MiB/],
      ['one that lies', zip([film(0, 1000)]), /^files\/0\.webm: .*damaged/],
      ['one of the claimed size that is no film', zip([film(0, 2 * GIB)]), /^files\/0\.webm: /],
    ]
    for (const [what, archive, refusal] of cases) {
      const found: string[] = []
      const growth = await growthOf(async () => void found.push(...(await check(archive))))
      expect(found, what).toEqual([expect.stringMatching(refusal)])
      console.info(`${what}: ${archive.length} bytes, ${Math.round(growth / MIB)} MiB more memory at the most`)
      expect(growth, what).toBeLessThan(MOST_GROWTH)
      const unpacked = join(app.deps.config.dataDir, 'unpacked')
      // The folder is created with the first file that is unpacked.
      expect(existsSync(unpacked) ? readdirSync(unpacked) : [], what).toEqual([])
    }
  })

  /** Problems reported for an archive. */
  async function check(archive: Buffer): Promise<string[]> {
    const { headers } = await tus.create('archive', 'content.zip', archive.length)
    const path = headers.location ?? ''
    await tus.append(path, 0, archive)
    await queue.work()
    const id = path.split('/').at(-1) ?? ''
    await app.asAdmin.checkArchive({ archiveCheck: { upload: id, prune: false } })
    await queue.work()
    const { report } = await app.asAdmin.getContentImport({ id })
    return (report?.refused ?? []).map(({ file, message }) => `${file}: ${message}`)
  }
})

/** An MP4 of this size in distinct chunks, with the duration at the end. */
function filmParts(bytes: number, noise: Buffer) {
  const small = mp4(3600)
  const at = small.indexOf('mdat') - 4
  const head = Buffer.from(small.subarray(0, at + 8))
  const tail = small.subarray(small.indexOf('moov') - 4)
  head.writeUInt32BE(bytes - at - tail.length, at)
  return function* () {
    for (let offset = 0; offset < bytes; offset += PART) {
      const part = Buffer.from(noise)
      part.writeUInt32BE(offset)
      if (offset === 0) head.copy(part)
      if (offset + PART === bytes) tail.copy(part, PART - tail.length)
      yield part
    }
  }
}

/** This many zeros, compressed. */
async function packedZeros(bytes: number): Promise<Buffer> {
  const zeros = Buffer.alloc(MIB)
  const deflate = createDeflateRaw({ level: 9 })
  const [packed] = await Promise.all([
    buffer(deflate),
    pipeline(Readable.from(Array.from({ length: bytes / MIB }, () => zeros)), deflate),
  ])
  return packed
}
