import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { hashPassword } from '../../src/areas/platform/auth/passwords/hash.ts'
import * as auth from '../../src/areas/platform/auth/queries.ts'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import { mark } from '../../src/demo/marker.ts'
import { useRealHashes } from '../hashes.ts'
import { createDatabase } from '../servers/database-names.ts'
import { findBinaries, freePort, type PrivatePostgres, startPostgres } from '../servers/postgres.ts'
import { startChild } from '../spawn.ts'

useRealHashes()

const PASSWORD = 'not-a-common-one-7'
const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-restart-'))
/** Only a private server may be restarted, not the one of TEST_DATABASE_URL. */
const ours = process.env.TEST_DATABASE_URL === undefined && findBinaries() !== undefined
let postgres: PrivatePostgres

beforeAll(async () => {
  if (ours) postgres = await startPostgres({ durable: true })
}, 60_000)
afterAll(async () => {
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe.skipIf(!ours)('the database is restarted under load', () => {
  test('calls get 503 and then recover, the process survives, and jobs continue', async () => {
    const { url } = await createDatabase(postgres.url)
    await makeLearner(url)
    const origin = `http://localhost:${await freePort()}`
    const server = startChild('serve', [], {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      DEMO: '1',
      DEMO_PASSWORD: PASSWORD,
      PORT: new URL(origin).port,
      LOG_LEVEL: 'fatal',
    })
    onTestFinished(() => void server.process.kill('SIGKILL'))
    const post = (path: string, body: object | URLSearchParams) =>
      fetch(`${origin}/api/v1${path}`, {
        method: 'POST',
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(body instanceof URLSearchParams ? {} : { 'content-type': 'application/json' }),
        },
        body: body instanceof URLSearchParams ? body : JSON.stringify(body),
      })
    await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), patience)
    const signedIn = await post('/auth/signin', new URLSearchParams({ username: 'learner', password: PASSWORD }))
    const { access_token } = (await signedIn.json()) as { access_token: string }

    const statuses = new Map<number, number>()
    let stop = false
    const ask = async () => {
      const { status } = await fetch(`${origin}/api/v1/courses/me`, {
        headers: { authorization: `Bearer ${access_token}` },
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      return status
    }
    const crowd = Array.from({ length: 4 }, async () => {
      while (!stop) await ask()
    })
    await vi.waitFor(() => expect(statuses.get(200)).toBeGreaterThan(20), patience)
    await postgres.restart?.()
    const before = statuses.get(200) ?? 0
    await vi.waitFor(() => expect(statuses.get(200)).toBeGreaterThan(before + 20), patience)
    stop = true
    await Promise.all(crowd)
    expect([...statuses.keys()].sort()).toEqual([200, 503])
    expect(await ask()).toBe(200)

    // A job that starts after the restart. Its call sends it in a transaction.
    expect((await post('/auth/forgot_password', { email: 'learner@flagyard.example' })).status).toBe(202)
    const client = new pg.Client(url)
    onTestFinished(() => client.end())
    await client.connect()
    await vi.waitFor(async () => {
      const { rows } = await client.query(
        "select state from outbox where kind = 'password_reset' order by created_at desc",
      )
      expect(rows[0]?.state).toBe('sent')
    }, patience)

    expect(server.process.exitCode).toBeNull()
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }, 180_000)
})

/** Marks the database as filled, so that the server does not load the whole demo. */
async function makeLearner(url: string) {
  const { db, migrate, close } = openPostgresDatabase(url, { connections: 1 })
  await migrate()
  await db.transaction((tx) => mark(tx, new Date()))
  await auth.insertAccount(db, {
    username: 'learner',
    email: 'learner@flagyard.example',
    full_name: 'Lena Learner',
    password_hash: await hashPassword(PASSWORD),
    activated_at: new Date(),
  })
  await close()
}

const patience = { timeout: 60_000, interval: 100 }
