import { readdirSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../app.ts'
import { openTestDatabase } from '../database.ts'
import { createManualQueue, type ManualQueue } from '../fixtures/manual-queue.ts'
import { bucketOf } from '../s3/open-bucket.ts'
import { type S3Server, startS3Server } from '../s3/server.ts'

/** Two hosts share a database and a bucket but no disk. One answers requests, the other runs jobs. */
let server: S3Server
let web: TestApp
let worker: TestApp
let queue: ManualQueue
beforeAll(async () => {
  server = await startS3Server()
  const database = await openTestDatabase()
  const start = () =>
    startTestApp({ database, config: testConfig({ bucket: bucketOf(server, { prefix: 'live' }) }), deps: { queue } })
  queue = createManualQueue(() => worker.deps)
  worker = await start()
  web = await start()
})
afterAll(async () => {
  await worker.app.close()
  await web.close()
  await server.close()
  vi.unstubAllEnvs()
})

test('an archive of one host can be downloaded from the other, and is deleted from the bucket when it expires', async () => {
  const { id } = await web.asLearner.requestMyExport()
  await queue.work()
  const key = `live/exports/${id}.zip`
  expect(server.bucket.objects.has(key)).toBe(true)
  expect(await web.asLearner.listMyExports()).toMatchObject([
    { id, state: 'ready', bytes: server.bucket.objects.get(key)?.content.length },
  ])
  const answer = await web.asLearner.downloadMyExport({ id })
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  expect(strFromU8(files['account.json'] ?? new Uint8Array())).toContain('learner@')
  await web.deps.files.remove(`exports/${id}.zip`)
  expect(server.bucket.objects.has(key)).toBe(false)
})

test('neither host leaves a file on its disk', () => {
  for (const { deps } of [web, worker]) expect(readdirSync(deps.config.dataDir)).toEqual([])
})
