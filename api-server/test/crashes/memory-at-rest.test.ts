import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, describeOnPostgres } from '../database.ts'
import { freePort } from '../servers/postgres.ts'
import { startChild } from '../spawn.ts'

/** In milliseconds. V8 considers the allocations of the start for 110 seconds. */
const FORGET_MS = 125_000
/** In milliseconds. V8 checks every eight seconds. */
const CHECK_MS = 30_000

describeOnPostgres('an idle server', () => {
  test.skipIf(!process.env.LONG)(
    'releases memory (only with LONG=1, because it waits)',
    { timeout: 240_000 },
    async () => {
      const { url, drop } = await createTestDatabase()
      const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-rest-'))
      const server = startChild('serve', [], {
        NODE_OPTIONS: `--import="${new URL('../children/log-memory-reducer.ts', import.meta.url)}"`,
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        DEMO: '1',
        PORT: String(await freePort()),
        LOG_LEVEL: 'fatal',
      })
      onTestFinished(async () => {
        server.process.kill('SIGKILL')
        await server.ended
        await drop()
        rmSync(dataDir, { recursive: true, force: true })
      })
      await pause(FORGET_MS)
      const before = server.output().length
      server.process.kill('SIGUSR2')
      await pause(CHECK_MS)
      // Isolate 0 belongs to the server. The thread that hashes has another one.
      const log = server.output().slice(before)
      expect(log).toMatch(/:0\] .*Memory reducer: low alloc/)
      expect(log).toMatch(/:0\] .*Memory reducer: started GC/)
    },
  )
})
