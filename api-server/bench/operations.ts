/**
 * Compares the calls of the console's Operations page with 1,000 and with 1,000,000 jobs: six in ten are finished, three are due and one has used up
 * its retries. The calls alternate between both, so that other load on the machine affects both. Runs on Postgres (the server in DATABASE_URL, or a
 * private one), or embedded with the word `embedded`. Not a test.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { loadConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/open.ts'
import { openPostgresDatabase } from '../src/db/postgres/postgres.ts'
import { users } from '../src/db/schema/index.ts'
import { createSecrets } from '../src/secrets.ts'
import { createDatabase, dropDatabase } from '../test/servers/database-names.ts'
import { startPostgres } from '../test/servers/postgres.ts'
import { openSessions } from './accounts.ts'
import { start } from './programs.ts'
import { print } from './table.ts'

const SIZES = [1_000, 1_000_000]
const TRIES = 50
const HOUR = 3_600_000
const own =
  process.argv.includes('embedded') || process.env.DATABASE_URL ? undefined : await startPostgres({ durable: true })
const server = process.argv.includes('embedded') ? undefined : (process.env.DATABASE_URL ?? own?.url)

const sides: Awaited<ReturnType<typeof open>>[] = []
try {
  for (const size of SIZES) sides.push(await open(size))
  const rows: string[][] = []
  for (const path of ['/admin/system', '/admin/dead_jobs']) rows.push([path, ...(await measure(path))])
  print(['call', ...SIZES.flatMap((size) => [`p50 ms of ${size}`, `p95 of ${size}`]), 'p50 ratio'], rows)
} finally {
  for (const side of sides) await side.end()
  await own?.stop()
}

async function open(size: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-bench-'))
  const database = server ? await createDatabase(server) : undefined
  const settings = { DATA_DIR: dataDir, ...(database && { DATABASE_URL: database.url }) }
  await (await start(settings)).stop()
  const token = await seed(settings, size)
  // Its workers would run the jobs.
  const running = await start({ ...settings, ...(database && { ROLE: 'web' }) })
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

/** Adds the jobs, and returns the token of an administrator. */
async function seed(settings: { DATA_DIR: string; DATABASE_URL?: string }, size: number): Promise<string> {
  const config = loadConfig({ DEMO: '1', ...settings })
  const limits = { connections: 1, statementTimeoutMs: HOUR, responseTimeoutMs: HOUR }
  const opened = settings.DATABASE_URL
    ? openPostgresDatabase(settings.DATABASE_URL, limits)
    : await openDatabase(config)
  try {
    await opened.db.execute(sql`
      insert into jobs.job (name, state, data, start_after, created_on, completed_on, source_name, source_output)
      select case when n % 10 = 0 then 'dead' when n % 10 < 4 then 'bulk.run' else 'deployments.build' end,
        (case when n % 10 < 4 then 'created' else 'completed' end)::jobs.job_state, jsonb_build_object('id', gen_random_uuid()),
        t, t, case when n % 10 >= 4 then t end, 'bulk.run', '{"message": "failed"}'
      from (select n, now() - n * interval '1 second' as t from generate_series(1, ${size}::int) n) made`)
    await opened.db.execute(sql`vacuum analyze`)
    const [admin] = await opened.db.select().from(users).where(eq(users.username, 'admin'))
    if (!admin) throw new Error('The demo has no administrator')
    const secrets = createSecrets(config.secretKey)
    const { access } = await opened.db.transaction((tx) => openSessions(tx, secrets, [admin.id]))
    return access[0] ?? ''
  } finally {
    await opened.close()
  }
}

async function measure(path: string): Promise<string[]> {
  const times: number[][] = sides.map(() => [])
  for (let number = -3; number < TRIES; number++)
    for (const [index, { running, token }] of sides.entries()) {
      const began = performance.now()
      const answer = await fetch(`${running.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`)
      if (number >= 0) times[index]?.push(performance.now() - began)
    }
  for (const list of times) list.sort((a, b) => a - b)
  const at = (list: number[], share: number) => list[Math.floor(TRIES * share)] ?? Number.NaN
  const cells = times.flatMap((list) => [at(list, 0.5).toFixed(1), at(list, 0.95).toFixed(1)])
  const [few = [], many = []] = times
  return [...cells, (at(many, 0.5) / at(few, 0.5)).toFixed(2)]
}
