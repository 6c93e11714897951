import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { operations } from '@flagyard/api-types'
import { createClient } from '@flagyard/api-types/contract/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from './database.ts'
import { hostileShellLines, longHostileShellLines } from './hostile-shell-lines.ts'
import { freePort } from './servers/postgres.ts'
import { type Child, startChild } from './spawn.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-hostile-'))
let database: Awaited<ReturnType<typeof createTestDatabase>>
let server: Child
let origin: string
let key: string
const place = { course: 'aws-red-team-foundations', section: 'identity', lesson: 'cross-account-trust' }

const visitor = () =>
  createClient(operations, {
    send: ({ method, path, json }, { headers }) =>
      fetch(`${origin}/api/v1${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
        body: JSON.stringify(json),
      }),
  })

beforeAll(async () => {
  database = await createTestDatabase()
  origin = `http://localhost:${await freePort()}`
  server = startChild('serve', [], {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: '1',
    PORT: new URL(origin).port,
    LOG_LEVEL: 'error',
    // Heap size of `npm start`.
    NODE_OPTIONS: '--max-old-space-size=256',
  })
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), 150_000)
}, 180_000)
// Each line gets a new rehearsal, because the number of lines per minute and rehearsal is limited.
beforeEach(async () => {
  key = (await visitor().startRehearsal({ rehearsalStart: place })).key
})
afterEach(() => visitor().endRehearsal({ rehearsalKey: { key } }))
afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.ended
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Maximum response time for other requests, in milliseconds. */
const MAX_WAIT = 1_000
/** In milliseconds. Requests sent during a stall wait for its end, so more of them would only keep a core busy. */
const BETWEEN_REQUESTS = 50

test.each(Object.entries({ ...hostileShellLines, ...(process.env.LONG && longHostileShellLines) }))(
  'other requests are answered during %s, and the process survives',
  async (_, line) => {
    let isAnswered = false
    const answer = Promise.allSettled([visitor().runRehearsalLine({ rehearsalLine: { key, line } })]).finally(() => {
      isAnswered = true
    })
    const waits: number[] = []
    do {
      const asked = performance.now()
      expect((await fetch(`${origin}/healthz`)).status).toBe(200)
      waits.push(performance.now() - asked)
      await pause(BETWEEN_REQUESTS)
    } while (!isAnswered)
    expect(Math.max(...waits)).toBeLessThan(MAX_WAIT)
    expect(await answer).toMatchObject([{ status: 'fulfilled', value: { exit: expect.any(Number) } }])
  },
)

test('a line that exceeds its CPU time is stopped with a message, and changes nothing', async () => {
  const type = (line: string) => visitor().runRehearsalLine({ rehearsalLine: { key, line } })
  const { exit, output } = await type(
    `echo lost > lost; ${longHostileShellLines['jq that compares a deeply nested value']}`,
  )
  expect([exit, output]).toEqual([137, 'This command took too long and was stopped.\n'])
  expect((await type('cat lost')).exit).toBe(1)
  expect(server.errors() + server.output()).not.toContain('"level":50')
})
