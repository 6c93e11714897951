import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, describeOnPostgres } from '../../test/database.ts'
import { insertAccount } from '../../test/fixtures/lab-fixture.ts'
import { freePort } from '../../test/servers/postgres.ts'
import { runCommand, startChild } from '../../test/spawn.ts'
import { openPostgresDatabase } from '../db/postgres/postgres.ts'
import { saveRestored } from '../db/restored.ts'
import { audit, cloudAccounts, outbox, users } from '../db/schema/index.ts'
import { createSecrets } from '../secrets.ts'

const SECRET_KEY = 'a secret key of the tests, long enough'

describeOnPostgres('a restored copy', () => {
  test('neither starts nor touches accounts and mails before an operator confirms that it replaces the original', async () => {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const { db, close } = openPostgresDatabase(url, { connections: 1 })
    onTestFinished(close)
    const folder = mkdtempSync(join(tmpdir(), 'flagyard-copy-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await db.insert(users).values({ username: 'ada', email: 'ada@b.example', full_name: 'Ada', password_hash: '' })
    await insertAccount(db, createSecrets(SECRET_KEY))
    await db
      .insert(outbox)
      .values({ kind: 'test', recipient: 'a@b.example', subject: 'Hello', text: 'Hello', html: '' })
    await saveRestored(db, { made_at: '2026-11-30T08:00:00Z', version: '1.0.0' })
    const port = String(await freePort())
    const env = { DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY, DEMO: '0', PORT: port }
    const before = [await db.select().from(cloudAccounts), await db.select().from(outbox)]

    const refused = { code: 65, output: expect.not.stringContaining('listening'), errors: expect.any(String) }
    const started = await runCommand('flagyard', ['start', '--without-site'], env)
    expect(started).toMatchObject(refused)
    expect(started.errors).toMatch(
      /^This database was restored from a backup of 2026-11-30T08:00:00Z\. .*: flagyard take-over$/m,
    )
    const { output } = await runCommand('flagyard', ['doctor'], env)
    expect(output).toMatch(/^warning +restore +This database was restored from a backup of 2026-11-30T08:00:00Z\./m)
    expect([await db.select().from(cloudAccounts), await db.select().from(outbox)]).toEqual(before)

    expect(await runCommand('flagyard', ['take-over'], env)).toMatchObject({ code: 0, errors: '' })
    const server = startChild('flagyard', ['start', '--without-site'], env)
    onTestFinished(() => void server.process.kill('SIGKILL'))
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 30_000 },
      )
      .toBe(200)
    expect(await db.$count(audit, eq(audit.action, 'system.restore'))).toBe(1)
    expect((await db.select().from(outbox))[0]).toMatchObject({ state: 'failed' })
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(await runCommand('flagyard', ['take-over'], env)).toMatchObject({ code: 65 })
  }, 60_000)
})
