import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../../../test/app.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { createManualQueue, type ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { tusClient } from '../../../../test/servers/tus.ts'
import { openPostgresDatabase } from '../../../db/postgres/postgres.ts'
import { type FileStore, openFileStore } from '../../../integrations/files.ts'

const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_001)])
const half = content.length / 2

describeOnPostgres('two processes and one upload', () => {
  let one: TestApp
  let other: TestApp
  let queue: ManualQueue
  /** Number of concurrent writers, and its maximum. */
  const writing = { now: 0, most: 0 }
  let here: Awaited<ReturnType<typeof tusClient>>
  let there: typeof here

  beforeAll(async () => {
    const config = testConfig()
    const files = counting(openFileStore(config.dataDir))
    const database = await openTestPostgres()
    queue = createManualQueue(() => one.deps)
    one = await startTestApp({ database, config, deps: { queue, files } })
    other = await startTestApp({ database: openPostgresDatabase(database.url), config, deps: { queue, files } })
    await one.asAdmin.getMe()
    const token = () => one.tokenOf('administrator-of-tests')
    here = await tusClient(one, token)
    there = await tusClient(other, token)
  })
  afterAll(async () => {
    await other.app.close()
    await other.database.close()
    await one.close()
  })

  const counting = (files: FileStore): FileStore => ({
    ...files,
    async put(key, given) {
      if (!key.startsWith('uploads/')) return files.put(key, given)
      writing.now += 1
      writing.most = Math.max(writing.most, writing.now)
      try {
        await files.put(key, Buffer.isBuffer(given) ? Readable.from([given]) : given)
      } finally {
        writing.now -= 1
      }
    },
  })

  /** A sender that stalls after the first half. */
  async function sendHalf(path: string) {
    const outgoing = request({
      port: here.port,
      host: '127.0.0.1',
      method: 'PATCH',
      path,
      headers: {
        authorization: `Bearer ${await one.tokenOf('administrator-of-tests')}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': String(content.length),
      },
    })
    const ended = new Promise<string>((resolve) => {
      outgoing.on('response', (response) => resolve(String(response.headers['upload-offset'])))
      outgoing.on('error', () => resolve('cut'))
    })
    outgoing.write(content.subarray(0, half))
    await vi.waitFor(() => expect(writing.now).toBe(1), { timeout: 20_000 })
    return { outgoing, ended }
  }

  test('never write concurrently: the stalled one stops, its bytes remain, and the other continues', async () => {
    const path = (await here.create('download', 'a.pdf', content.length)).headers.location ?? ''
    const silent = await sendHalf(path)
    const rival = await there.append(path, 0, content)
    expect(rival.status, 'it gets the current offset').toBe(409)
    expect(await silent.ended).toBe(String(half))
    silent.outgoing.destroy()
    expect(await there.offset(path)).toBe(half)
    const both = await Promise.all([
      here.append(path, half, content.subarray(half)),
      there.append(path, half, content.subarray(half)),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(writing.most).toBe(1)
    await queue.work()
    const { file } = await one.asAdmin.getUpload({ id: path.split('/').at(-1) ?? '' })
    expect(file?.name).toBe(`${createHash('sha256').update(content).digest('hex')}.pdf`)
  })

  test('a process that loses the connection of its lock stops too', async () => {
    const path = (await here.create('download', 'b.pdf', content.length)).headers.location ?? ''
    const silent = await sendHalf(path)
    await other.deps.db.execute(
      sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`,
    )
    expect(await silent.ended).toBe(String(half))
    silent.outgoing.destroy()
    expect((await there.append(path, half, content.subarray(half))).status).toBe(204)
  })
})
