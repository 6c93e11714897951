/**
 * Measures the back office's list of users at 1,000 accounts and at many more, in one run on one machine: every filter and sort that it offers, and all of
 * it as a file. On Postgres (DATABASE_URL names a server, else a private one), or embedded with the word `embedded`.
 * 100,000 accounts, 1,000,000 with LONG=1. Nothing here is a test.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { loadConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/open.ts'
import { users } from '../src/db/schema/index.ts'
import { startSession } from '../src/features/auth/service.ts'
import { systemClock } from '../src/integrations/clock.ts'
import { createSecrets } from '../src/integrations/secrets.ts'
import { createDatabase, dropDatabase } from '../test/database-names.ts'
import { type PrivatePostgres, startPostgres } from '../test/postgres.ts'
import { type Running, start } from './programs.ts'
import { print } from './table.ts'

const FEW = 1_000
const MANY = process.env.LONG ? 1_000_000 : 100_000
const TRIES = 40

interface Times {
  p50: number
  p95: number
}
const NONE: Times = { p50: Number.NaN, p95: Number.NaN }

const embedded = process.argv[2] === 'embedded'
const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-bench-'))
const own: PrivatePostgres | undefined = embedded || process.env.DATABASE_URL ? undefined : await startPostgres()
const server = embedded ? undefined : (process.env.DATABASE_URL ?? own?.url)
const database = server ? await createDatabase(server) : undefined
const settings = { DATA_DIR: dataDir, ...(database ? { DATABASE_URL: database.url } : {}) }
let running: Running | undefined
let token = ''

/** Every filter and every sort that the list offers, each alone. */
const questions: [name: string, filter: object, sort: [string, 'ASC' | 'DESC']][] = [
  ...['username', 'full_name', 'email', 'created_at', 'last_seen_at'].flatMap((by) =>
    (['ASC', 'DESC'] as const).map((order): [string, object, [string, 'ASC' | 'DESC']] => [
      `by ${by} ${order}`,
      {},
      [by, order],
    ]),
  ),
  ...Object.entries({
    'search of a name': { q: 'bench-777' },
    'search of nobody': { q: 'nobody-at-all' },
    'state active': { state: 'active' },
    'state inactive': { state: 'inactive' },
    'state disabled': { state: 'disabled' },
    'role admin': { role: 'admin' },
    'role user': { role: 'user' },
    capability: { capability: 'cloud' },
    referrer: { referrer: 'bench-campaign-7' },
    course: { course: 'aws-red-team-foundations' },
    'seen within 7 days': { seen_within_days: 7 },
    'unseen for 360 days': { unseen_for_days: 360 },
  }).map(([name, filter]): [string, object, [string, 'ASC' | 'DESC']] => [name, filter, ['created_at', 'DESC']]),
]

try {
  await measure()
} finally {
  await running?.stop()
  if (database && server) await dropDatabase(server, database.name)
  await own?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure() {
  console.log(
    `The list of users on ${embedded ? 'the embedded database' : 'Postgres'}, ${TRIES} requests each, one at a time.\n`,
  )
  running = await start(settings)
  await running.stop()
  const few = await timesAt(0, FEW)
  const many = await timesAt(FEW, MANY)
  print(
    [
      'list of users',
      `p50 ms of ${FEW}`,
      `p95 of ${FEW}`,
      `p50 of ${MANY}`,
      `p95 of ${MANY}`,
      'p50 ratio',
      'p95 ratio',
    ],
    questions.map(([name], index) => {
      const [before, after] = [few[index] ?? NONE, many[index] ?? NONE]
      const cells = [before.p50, before.p95, after.p50, after.p95].map((time) => time.toFixed(1))
      return [name, ...cells, (after.p50 / before.p50).toFixed(2), (after.p95 / before.p95).toFixed(2)]
    }),
  )
  await measureExport()
}

async function timesAt(from: number, to: number): Promise<Times[]> {
  token = await seed(from, to)
  running = await start(settings)
  const answers: Times[] = []
  for (const [, filter, sort] of questions) answers.push(await timesOf(filter, sort))
  if (to === FEW) await running.stop()
  return answers
}

async function timesOf(filter: object, sort: [string, string]): Promise<Times> {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: JSON.stringify(sort), range: '[0,24]' })
  const times: number[] = []
  for (let number = -3; number < TRIES; number++) {
    const began = performance.now()
    const answer = await fetch(`${running?.url}/api/v1/admin/users?${query}`, { headers: headers() })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`The list answers ${answer.status} to ${query}`)
    if (number >= 0) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(TRIES * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

async function measureExport() {
  const before = megabytes()
  const began = performance.now()
  const answer = await fetch(`${running?.url}/api/v1/admin/exports/listUsers`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json', 'accept-encoding': 'identity' },
    body: '{}',
  })
  let [bytes, lines, most] = [0, 0, before]
  for await (const part of answer.body ?? []) {
    bytes += part.length
    for (const byte of part) if (byte === 10) lines += 1
    most = Math.max(most, megabytes())
  }
  print(
    ['all of them as CSV', ''],
    [
      ['rows', String(lines - 1)],
      ['size', `${(bytes / 2 ** 20).toFixed(1)} MiB`],
      ['time', `${((performance.now() - began) / 1_000).toFixed(1)} s`],
      ['memory (RSS) before, most, after', `${before}, ${most}, ${megabytes()} MiB`],
    ],
  )
}

function headers() {
  return { authorization: `Bearer ${token}` }
}

function megabytes() {
  return Number.parseInt(running?.memory() ?? '', 10)
}

/** Accounts straight into the database of a server that has stopped, and a token of its administrator. */
async function seed(from: number, to: number): Promise<string> {
  const config = loadConfig({ DEMO: '1', ...settings })
  const opened = await openDatabase(config)
  try {
    for (let next = from; next < to; next += 50_000) {
      const until = Math.min(to, next + 50_000)
      await opened.db.execute(sql`insert into users (username, email, password_hash, full_name, referrer, activated_at,
          disabled_at, last_seen_at, created_at)
        select 'bench-' || n, 'bench-' || n || '@bench.example', 'none', 'Person ' || md5(n::text), 'bench-campaign-' || n % 500,
          case when n % 40 <> 0 then now() end, case when n % 200 = 0 then now() end,
          case when n % 11 <> 0 then now() - make_interval(mins => (n * 7919 % 700000)::int) end,
          now() - make_interval(mins => n::int)
        from generate_series(${next + 1}::bigint, ${until}::bigint) n`)
    }
    await opened.db.execute(sql`vacuum analyze users`)
    const [admin] = await opened.db.select().from(users).where(eq(users.username, 'admin'))
    if (!admin) throw new Error('The demo is not in this database')
    const deps = { db: opened.db, config, secrets: createSecrets(config.secretKey), clock: systemClock }
    return (await startSession(deps, admin, { address: '127.0.0.1', userAgent: 'bench' })).session.access_token
  } finally {
    await opened.close()
  }
}
