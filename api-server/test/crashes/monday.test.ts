/**
 * Monday-morning load: twelve classes of 25, each behind one address, sign in, watch, build their labs and submit flags
 * within ten minutes. With each class, an administrator starts an export of 100,000 accounts. The server is a separate
 * process on Postgres with the heap size of `npm start`, and all calls use HTTP. Only waiting is shortened: a simulated
 * cloud resource takes 100 ms instead of 600, and learners do not read between clicks. Requests are as frequent as from
 * a browser: a heartbeat every ten seconds, the lab every three. Without LONG, two small classes do the same without
 * pauses, and nothing is measured.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hashPassword } from '../../src/areas/platform/auth/passwords/hash.ts'
import { loadConfig } from '../../src/config.ts'
import type { OpenedDatabase } from '../../src/db/open.ts'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import * as schema from '../../src/db/schema/index.ts'
import { mark } from '../../src/demo/marker.ts'
import { createSecrets } from '../../src/secrets.ts'
import { createTestDatabase, describeOnPostgres } from '../database.ts'
import { insertAccount, insertLab } from '../fixtures/lab-fixture.ts'
import { bringCrowd } from '../fixtures/seed-users.ts'
import { useRealHashes } from '../hashes.ts'
import { freePort } from '../servers/postgres.ts'
import { startChild } from '../spawn.ts'

useRealHashes()

const long = Boolean(process.env.LONG)
const [CLASSES, PUPILS, CROWD] = long ? [12, 25, 100_000] : [2, 3, 2_000]
/** Milliseconds of a simulated second, and the number of heartbeats that a learner watches. */
const SECOND = long ? 1_000 : 1
const HEARTBEATS = long ? 30 : 3
const PASSWORD = 'not-a-common-one-7'

interface Asked {
  call: string
  status: number
  ms: number
}

describeOnPostgres('a Monday', () => {
  test('no call is rejected, reads are fast, and jobs start in time', { timeout: 1_500_000 }, async () => {
    const { url, settings } = await openSchool()
    const { db, close } = openPostgresDatabase(url, { connections: 2 })
    onTestFinished(close)
    const origin = `http://127.0.0.1:${settings.PORT}`
    const { flags, pupils } = await enrolPupils(db, settings)
    await bringCrowd(url, { from: 'crowd', people: CROWD, ready: `${origin}/readyz` })

    const asked: Asked[] = []
    const call = async (name: string, path: string, init: RequestInit = {}) => {
      const began = performance.now()
      const answer = await fetch(`${origin}/api/v1${path}`, init)
      const body = await answer.text()
      asked.push({ call: name, status: answer.status, ms: performance.now() - began })
      return answer.headers.get('content-type')?.includes('json') ? JSON.parse(body) : {}
    }
    const began = performance.now()
    await Promise.all(
      pupils.map(async ({ username, address, ofClass }, index) => {
        await pause((ofClass * 20 + (index % PUPILS)) * SECOND)
        await attend({ call, username, address, flags, first: index % PUPILS === 0 })
      }),
    )
    const lateness = await latestStart(db)
    if (long) report(asked, performance.now() - began, lateness)
    expect(asked.filter(({ status }) => status >= 400)).toEqual([])
    expect(await db.$count(schema.flagSolves, eq(schema.flagSolves.flag_id, flags.STATIC))).toBe(pupils.length)
    expect(lateness).toBeLessThan(30)
    if (long) expect(shareOf(readsOf(asked), 0.99)).toBeLessThan(100)
  })
})

/** Starts a server with the demo in a new database. Without LONG, only the demo's administrator is created. */
async function openSchool() {
  const { url, drop } = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-monday-'))
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    DEMO: '1',
    DEMO_PASSWORD: PASSWORD,
    PORT: String(await freePort()),
  }
  if (!long) {
    const { db, close } = openPostgresDatabase(url, { connections: 1 })
    await db.transaction((tx) => mark(tx, new Date()))
    await db.insert(schema.users).values({
      ...{ username: 'admin', email: 'admin@pupils.example', full_name: 'Ada Admin', activated_at: new Date() },
      ...{ password_hash: await hashPassword(PASSWORD), roles: ['user', 'admin'], capabilities: ['support'] },
    })
    await close()
  }
  const server = startChild('serve', [], {
    ...settings,
    SIMULATED_PACE_MS: long ? '100' : '0',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=8',
  })
  onTestFinished(async () => {
    server.process.kill('SIGTERM')
    await server.ended
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const ready = () => fetch(`http://127.0.0.1:${settings.PORT}/readyz`)
  await vi.waitFor(async () => expect((await ready()).status).toBe(200), { timeout: 60_000, interval: 100 })
  return { url, settings }
}

/** Gives everyone the course with its video and its lab, and adds one cloud account each. */
async function enrolPupils(db: OpenedDatabase['db'], settings: Record<string, string>) {
  const { lesson, flags } = await insertLab(db)
  const { course_id, section_id } = lesson
  const film = { slug: 'the-film', title: 'The film', kind: 'video', duration_seconds: 1_800 } as const
  await db.insert(schema.lessons).values({ ...film, course_id, section_id, position: 2 })
  const password_hash = await hashPassword(PASSWORD)
  const secrets = createSecrets(loadConfig(settings).secretKey)
  const pupils = Array.from({ length: CLASSES * PUPILS }, (_, index) => {
    const ofClass = Math.floor(index / PUPILS)
    return { id: randomUUID(), username: `pupil-${index}`, ofClass, address: `10.1.${ofClass}.1` }
  })
  const activated_at = new Date()
  await db.insert(schema.users).values(
    pupils.map(({ id, username }) => {
      const email = `${username}@pupils.example`
      return { id, username, email, full_name: username, password_hash, activated_at }
    }),
  )
  await db
    .insert(schema.entitlements)
    .values(
      pupils.map(({ id }) => ({ user_id: id, course_id, kind: 'course' as const, source: 'administrator' as const })),
    )
  for (const _ of pupils) await insertAccount(db, secrets)
  return { flags, pupils }
}

type Call = (name: string, path: string, init?: RequestInit) => Promise<Record<string, unknown>>

/** Actions of one learner. Meanwhile, an administrator exports all accounts once for each class. */
async function attend({
  call,
  username,
  address,
  flags,
  first,
}: {
  call: Call
  username: string
  address: string
  flags: { STATIC: string }
  first: boolean
}) {
  const headers = await signIn(call, username, address)
  const read = (name: string, path: string) => call(name, path, { headers })
  const post = (name: string, path: string, body?: object, more = {}) =>
    call(name, path, {
      method: 'POST',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }), ...more },
      ...(body && { body: JSON.stringify(body) }),
    })
  const exported = first ? exportAccounts(call) : undefined
  await read('me', '/users/me')
  await read('my courses', '/courses/me')
  await read('course', '/courses/red-team/details')
  await read('progress', '/courses/red-team/me')

  let from = 0
  const watch = async (heartbeats: number) => {
    for (let count = 0; count < heartbeats; count++) {
      await pause(10 * SECOND)
      const intervals = [[from, from + 10]]
      from += 10
      await post('heartbeat', '/courses/update_last_seen/red-team', {
        section: 'first',
        lesson: 'the-film',
        position_seconds: from,
        intervals,
      })
    }
  }
  await watch(HEARTBEATS / 3)
  const key = { 'idempotency-key': randomUUID() }
  let { state, id } = await post('deploy', '/labs/deploy/red-team/first/the-lab', undefined, key)
  const built = (async () => {
    while (state !== 'running') {
      await pause(Math.max(3 * SECOND, 50))
      state = (await read('deployment', `/deployments/${id}`)).state
    }
  })()
  await watch(HEARTBEATS / 3)
  await built
  await read('lab flags', '/flags/open-door/me')
  for (const flag of ['a-guess', 'another', 'audit-reader']) {
    await pause(5 * SECOND)
    await post('flag', `/flags/${flags.STATIC}/me`, { flag })
  }
  await read('my labs', '/labs/me')
  await watch(HEARTBEATS / 3)
  await read('progress', '/courses/red-team/me')
  await exported
}

async function signIn(call: Call, username: string, address: string) {
  const { access_token } = await call('sign-in', '/auth/signin', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address },
    body: new URLSearchParams({ username, password: PASSWORD }),
  })
  return { authorization: `Bearer ${access_token}`, 'x-forwarded-for': address }
}

/** Downloads the complete list of accounts as a file. */
async function exportAccounts(call: Call) {
  const headers = await signIn(call, 'admin', '10.2.0.1')
  await call('export', '/admin/exports/listUsers', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  })
}

/** Maximum delay in seconds between the time a job was due and its start. */
async function latestStart(db: OpenedDatabase['db']): Promise<number> {
  const { rows } = (await db.execute(sql`select extract(epoch from max(started_on - start_after))::float8 as seconds
    from jobs.job where started_on is not null`)) as unknown as { rows: { seconds: number }[] }
  return rows[0]?.seconds ?? Number.POSITIVE_INFINITY
}

const WRITES = ['sign-in', 'heartbeat', 'deploy', 'flag', 'export']
const readsOf = (asked: Asked[]) => asked.filter(({ call }) => !WRITES.includes(call)).map(({ ms }) => ms)

/** Response time in milliseconds at this percentile. */
const shareOf = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

/** Prints the figures that docs/measured.md records. */
function report(asked: Asked[], ms: number, lateness: unknown) {
  const calls = Object.entries(Object.groupBy(asked, ({ call }) => call))
  const rows = [
    ['all reads', readsOf(asked)] as const,
    ...calls.map(([name, all = []]) => [name, all.map((one) => one.ms)] as const),
  ]
  console.log(`${asked.length} calls in ${(ms / 1_000).toFixed(0)} s, the latest job ${lateness} s late`)
  for (const [name, times] of rows)
    console.log(
      [name, times.length, ...[0.5, 0.99, 1].map((share) => shareOf(times, share - 1e-9).toFixed(1))].join(' | '),
    )
}
