import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { databaseOfChild } from '../database.ts'
import { freePort } from '../servers/postgres.ts'
import { startChild } from '../spawn.ts'

test.skipIf(!existsSync('/dev/full'))(
  'with a full log, calls are answered normally and the server stops in order',
  { timeout: 120_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-full-'))
    const port = await freePort()
    const full = openSync('/dev/full', 'w')
    const database = await databaseOfChild()
    const settings = { DATA_DIR: dataDir, SECRET_KEY: 'k'.repeat(43), PORT: String(port), LOG_LEVEL: 'trace', DEMO: '' }
    const env = { ...settings, ...database.env }
    const server = startChild('serve', [], env, ['ignore', full, 'pipe'])
    onTestFinished(async () => {
      server.process.kill('SIGKILL')
      await server.ended
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const ask = async () => (await fetch(`http://localhost:${port}/api/v1/courses/`)).status
    await vi.waitFor(async () => expect(await ask()).toBe(200), { timeout: 90_000, interval: 200 })
    for (let call = 0; call < 5; call++) expect(await ask()).toBe(200)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.errors()).toBe('The log cannot be written: ENOSPC: no space left on device, write\n')
  },
)
