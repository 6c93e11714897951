/**
 * Compares the back office's lists of users, orders and vouchers at 1,000 rows and at many more: every filter and sort of users and vouchers, the
 * order filters and sorts used by finance, exports of all users and vouchers, and a bulk job that disables 10,000 accounts. Each query alternates
 * between both sizes, so that other load on the machine affects both. Runs on Postgres (the server in DATABASE_URL, or a private one), or embedded
 * with the word `embedded`. Any other word selects the measurements with that word in their name. 100,000 accounts, or 1,000,000 with LONG=1. Not a
 * test.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, type SQL, sql } from 'drizzle-orm'
import { loadConfig } from '../src/config.ts'
import { type Db, openDatabase } from '../src/db/open.ts'
import { openPostgresDatabase } from '../src/db/postgres/postgres.ts'
import { users } from '../src/db/schema/index.ts'
import { createSecrets } from '../src/secrets.ts'
import { createDatabase, dropDatabase } from '../test/servers/database-names.ts'
import { type PrivatePostgres, startPostgres } from '../test/servers/postgres.ts'
import { openSessions } from './accounts.ts'
import { type Running, start } from './programs.ts'
import { print } from './table.ts'

const FEW = 1_000
const MANY = process.env.LONG ? 1_000_000 : 100_000
const TRIES = 200
const BULK = 10_000
/** As long and as random as a real code, but with half of the letters, so a part of one occurs in more of the others than in reality. */
const CODE = sql`regexp_replace(translate(left(md5(n::text), 26), '0123456789abcdef', '7BENCHKMQR234XYZ'), '(.{5})(?=.{5})', '\\1-', 'g')`

/** A server over a database with a given number of accounts, and its administrator's token. */
interface Side {
  running: Running
  token: string
  end(): Promise<void>
}

const embedded = process.argv.includes('embedded')
/** Runs only the measurements with this word in their name, the export and the bulk job. */
const only = process.argv.slice(2).find((word) => word !== 'embedded') ?? ''
const own: PrivatePostgres | undefined =
  embedded || process.env.DATABASE_URL ? undefined : await startPostgres({ durable: true })
const server = embedded ? undefined : (process.env.DATABASE_URL ?? own?.url)

/** Every filter and every sort of the list, each separately. */
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
    'search of an address': { q: 'bench-777@bench.example' },
    'search of nobody': { q: 'nobody-at-all' },
    'search of two letters': { q: 'be' },
    'search of two letters, nobody': { q: 'zq' },
    'search of one letter': { q: '0' },
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

/** As many orders as accounts, each with one voucher. */
const sales: [name: string, path: string, filter: object, sort: [string, 'ASC' | 'DESC']][] = [
  ...['created_at', 'paid_at', 'total'].flatMap((by) =>
    (['ASC', 'DESC'] as const).map((order): [string, string, object, [string, 'ASC' | 'DESC']] => [
      `orders by ${by} ${order}`,
      '/admin/orders',
      {},
      [by, order],
    ]),
  ),
  ...Object.entries({
    'orders, a number': { q: 'BENCH-777' },
    'orders of a company': { q: 'Company 77' },
    'orders of a buyer': { q: 'bench-777' },
    'orders of nobody': { q: 'nobody-at-all' },
    'orders under dispute': { disputed: true },
    'orders by transfer': { provider: 'invoice' },
    'orders paid within 30 days': { paid_within_days: 30 },
  }).map(([name, filter]): (typeof sales)[number] => [name, '/admin/orders', filter, ['created_at', 'DESC']]),
  ...['created_at', 'expires_at', 'code', 'organisation', 'activated_at', 'recipient'].flatMap((by) =>
    (['ASC', 'DESC'] as const).map((order): (typeof sales)[number] => [
      `vouchers by ${by} ${order}`,
      '/vouchers',
      {},
      [by, order],
    ]),
  ),
  ...Object.entries({
    'vouchers, a search of a recipient': { q: 'bench-777' },
    'vouchers, a search of an address': { q: 'bench-777@bench.example' },
    'vouchers, a search of nobody': { q: 'nobody-at-all' },
    'vouchers of an order': { order: 'BENCH-777' },
    'vouchers that are available': { state: 'available' },
    'vouchers that are activated': { state: 'activated' },
    'vouchers that are expired': { state: 'expired' },
    'vouchers that are suspended': { state: 'suspended' },
    'vouchers that are revoked': { state: 'revoked' },
    'vouchers for courses': { kind: 'course' },
    'vouchers for labs': { kind: 'lab' },
    'vouchers for one course': { target: 'aws-red-team-foundations' },
    'vouchers of a company': { organisation: 'Company 77' },
    'vouchers of a batch': { batch: '00000000-0000-4000-8000-000000000077' },
    'vouchers for an address': { recipient: 'bench-777@bench.example' },
    'vouchers of an account': { username: 'bench-777' },
    'vouchers used by an account': { used_by: 'bench-777' },
    'vouchers whose mail came back': { undelivered: true },
  }).map(([name, filter]): (typeof sales)[number] => [name, '/vouchers', filter, ['created_at', 'DESC']]),
]

const sides: Side[] = []
try {
  for (const count of [FEW, MANY]) sides.push(await open(count))
  await measure()
} finally {
  for (const side of sides) await side.end()
  await own?.stop()
}

async function open(count: number): Promise<Side> {
  const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-bench-'))
  const database = server ? await createDatabase(server) : undefined
  const settings = { DATA_DIR: dataDir, ...(database ? { DATABASE_URL: database.url } : {}) }
  const began = performance.now()
  await (await start(settings)).stop()
  const token = await seed(settings, count)
  console.log(`${count} accounts were made in ${((performance.now() - began) / 1_000).toFixed(0)} s.`)
  const running = await start(settings)
  return {
    running,
    token,
    async end() {
      await running.stop()
      if (database && server) await dropDatabase(server, database.name)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function measure() {
  const name = embedded ? 'the embedded database' : 'Postgres'
  console.log(`\nThe list of users on ${name}, ${TRIES} requests each, one at a time.\n`)
  const rows: string[][] = []
  const lists = questions.map(([name, filter, sort]) => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: JSON.stringify(sort), range: '[0,24]' })
    return { name, path: `/admin/users?${query}` }
  })
  const boxes = ['bench-777', 'nobody-at-all', 'b e', 'z q'].map((q) => ({
    name: `the search box: ${q}`,
    path: `/admin/search?${new URLSearchParams({ q })}`,
  }))
  const sold = sales.map(([name, path, filter, sort]) => ({
    name,
    path: `${path}?${new URLSearchParams({ filter: JSON.stringify(filter), sort: JSON.stringify(sort), range: '[0,24]' })}`,
  }))
  for (const { name, path } of [...lists, ...boxes, ...sold])
    if (name.includes(only)) rows.push([name, ...(await cellsOf(path))])
  const head = [FEW, MANY].flatMap((count) => [`p50 ms of ${count}`, `p95 of ${count}`])
  print(['list', ...head, 'p50 ratio', 'p95 ratio'], rows)
  for (const list of ['listUsers', 'listVouchers'] as const) for (const side of sides) await measureExport(side, list)
  const [, many] = sides
  if (many) await measureBulk(many)
}

async function cellsOf(path: string): Promise<string[]> {
  const times: number[][] = sides.map(() => [])
  for (let number = -3; number < TRIES; number++)
    for (const [index, side] of sides.entries()) {
      const began = performance.now()
      const answer = await fetch(`${side.running.url}/api/v1${path}`, { headers: headers(side) })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`)
      if (number >= 0) times[index]?.push(performance.now() - began)
    }
  for (const list of times) list.sort((a, b) => a - b)
  const at = (share: number) => times.map((list) => list[Math.floor(TRIES * share)] ?? Number.NaN)
  const [p50, p95] = [at(0.5), at(0.95)]
  const ratio = ([few = 1, many = Number.NaN]: number[]) => (many / few).toFixed(2)
  return [...sides.flatMap((_, index) => [ms(p50[index]), ms(p95[index])]), ratio(p50), ratio(p95)]
}

function ms(time = Number.NaN) {
  return time.toFixed(1)
}

async function measureExport(side: Side, list: 'listUsers' | 'listVouchers') {
  const megabytes = () => Number.parseInt(side.running.memory(), 10)
  const before = megabytes()
  const began = performance.now()
  const answer = await fetch(`${side.running.url}/api/v1/admin/exports/${list}`, {
    method: 'POST',
    headers: { ...headers(side), 'content-type': 'application/json', 'accept-encoding': 'identity' },
    body: '{}',
  })
  let [bytes, lines, most] = [0, 0, before]
  for await (const part of answer.body ?? []) {
    bytes += part.length
    for (const byte of part) if (byte === 10) lines += 1
    most = Math.max(most, megabytes())
  }
  print(
    [`all of ${list} as CSV`, ''],
    [
      ['rows', String(lines - 1)],
      ['size', `${(bytes / 2 ** 20).toFixed(1)} MiB`],
      ['time', `${((performance.now() - began) / 1_000).toFixed(1)} s`],
      ['memory (RSS) before, most, after', `${before}, ${most}, ${megabytes()} MiB`],
    ],
  )
}

/** Runs entirely in the serving process, with the heap size of `npm start`. */
async function measureBulk(side: Side) {
  const megabytes = () => Number.parseInt(side.running.memory(), 10)
  const before = megabytes()
  const began = performance.now()
  const ids = Array.from({ length: BULK }, (_, index) => `bench-${index + 1}`)
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${side.running.url}/api/v1${path}`, {
      headers: { ...headers(side), 'content-type': 'application/json' },
      ...init,
    })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { id: string; state: string; done: number; failed: number }
  }
  const body = JSON.stringify({ action: 'users.disable', ids, reason: 'Measured' })
  let job = await call('/admin/bulk_jobs', { method: 'POST', body })
  let most = before
  while (job.state === 'waiting' || job.state === 'running') {
    await pause(100)
    most = Math.max(most, megabytes())
    job = await call(`/admin/bulk_jobs/${job.id}`)
  }
  print(
    ['10,000 accounts in a bulk job', ''],
    [
      ['state, done, refused', `${job.state}, ${job.done}, ${job.failed}`],
      ['time', `${((performance.now() - began) / 1_000).toFixed(1)} s`],
      ['memory (RSS) before, most, after', `${before}, ${most}, ${megabytes()} MiB`],
    ],
  )
}

function headers({ token }: Side) {
  return { authorization: `Bearer ${token}` }
}

/** Adds accounts directly to the database of a stopped server, and returns a token of its administrator. */
async function seed(settings: { DATA_DIR: string; DATABASE_URL?: string }, count: number): Promise<string> {
  const config = loadConfig({ DEMO: '1', ...settings })
  const hour = 3_600_000
  const opened = settings.DATABASE_URL
    ? openPostgresDatabase(settings.DATABASE_URL, {
        connections: 1,
        statementTimeoutMs: hour,
        responseTimeoutMs: hour,
      })
    : await openDatabase(config)
  const { db } = opened
  try {
    await fill(
      db,
      'users',
      count,
      (part) => sql`insert into users (username, email, password_hash, full_name, referrer, activated_at,
          disabled_at, last_seen_at, created_at)
        select 'bench-' || n, 'bench-' || n || '@bench.example', 'none', 'Person ' || md5(n::text), 'bench-campaign-' || n % 500,
          case when n % 40 <> 0 then now() end, case when n % 200 = 0 then now() end,
          case when n % 11 <> 0 then now() - make_interval(mins => (n::bigint * 7919 % 700000)::int) end,
          now() - make_interval(mins => n::int)
        from ${part}`,
    )
    await fill(
      db,
      'orders',
      count,
      (part) => sql`insert into orders (number, user_id, state, kind, target_id, slug, title, billing, quantity,
          unit_amount, total_amount, provider, created_at, paid_at)
        select 'BENCH-' || n, u.id, case when n % 500 = 0 then 'disputed' else 'fulfilled' end, 'course', c.id, c.slug, c.title,
          jsonb_build_object('company', 'Company ' || n % 500), 1, 100 * (n % 300), 100 * (n % 300),
          case when n % 20 = 0 then 'invoice' else 'stripe' end, now() - make_interval(mins => n), now() - make_interval(mins => n)
        from ${part} join users u on u.username = 'bench-' || n, (select id, slug, title from courses order by slug limit 1) c`,
    )
    await fill(
      db,
      'vouchers',
      count,
      (part) => sql`insert into vouchers (code, kind, course_id, lab_id, order_id, seat, owner_id, organisation,
          recipient, batch_id, state, expires_at, created_at, activated_at)
        select ${CODE}, case when n % 50 = 0 then 'lab' else 'course' end, case when n % 50 <> 0 then o.target_id end,
          case when n % 50 = 0 then l.id end, o.id, 0, o.user_id, case when n % 5 <> 0 then o.billing ->> 'company' end,
          case when n % 7 <> 0 then 'bench-' || n || '@bench.example' end,
          case when n % 3 = 0 then ('00000000-0000-4000-8000-' || lpad((n % 500)::text, 12, '0'))::uuid end,
          case when n % 400 = 0 then 'suspended' when n % 90 = 0 then 'revoked' when n % 4 = 0 then 'available' else 'activated' end,
          case when n % 6 = 0 then now() + make_interval(hours => (n % 9000) - 1500) end, o.created_at,
          case when n % 4 <> 0 then o.created_at + interval '1 hour' end
        from ${part} join orders o on o.number = 'BENCH-' || n, (select id from labs order by slug limit 1) l`,
    )
    await fill(
      db,
      'entitlements',
      count,
      (part) => sql`insert into entitlements (user_id, kind, course_id, source, order_id, voucher_id, created_at)
        select v.owner_id, 'course', v.course_id, 'voucher', v.order_id, v.id, v.created_at
        from ${part} join vouchers v on v.code = ${CODE} where v.state = 'activated' and v.course_id is not null`,
    )
    await db.execute(sql`checkpoint`)
    const [admin] = await db.select().from(users).where(eq(users.username, 'admin'))
    if (!admin) throw new Error('The demo is not in this database')
    const secrets = createSecrets(config.secretKey)
    const { access } = await db.transaction((tx) => openSessions(tx, secrets, [admin.id]))
    return access[0] ?? ''
  } finally {
    await opened.close()
  }
}

/**
 * Inserts in parts, so that no statement holds everything. Drops the indexes first, because updating them row by row takes many times as long as
 * building them once over a million rows.
 */
async function fill(db: Db, table: string, count: number, insert: (part: SQL) => SQL): Promise<void> {
  const { rows: indexes } =
    (await db.execute(sql`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
      from pg_index where indrelid = ${table}::regclass and not indisprimary`)) as unknown as {
      rows: { name: string; made: string }[]
    }
  for (const { name } of indexes) await db.execute(sql.raw(`drop index ${name}`))
  for (let next = 0; next < count; next += 50_000)
    // In the physical order of rows created one after the other.
    await db.execute(
      sql`${insert(sql`generate_series(${next + 1}::int, ${Math.min(count, next + 50_000)}::int) n`)} order by n`,
    )
  for (const { made } of indexes) await db.execute(sql.raw(made))
  await db.execute(sql.raw(`vacuum analyze ${table}`))
}
