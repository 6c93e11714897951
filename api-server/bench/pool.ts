/**
 * A pool of 10,000 accounts: time to choose an account for a learner, and the time we add to the cloud's own, from the request to the credentials and
 * from the end until the account is free again. The simulated cloud takes almost no time here. Runs on Postgres if DATABASE_URL names a server.
 * Loopback only. Not a test.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { lockFreeAccount, lockPool } from '../src/areas/clouds/cloud-accounts/queries.ts'
import { loadConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/open.ts'
import * as schema from '../src/db/schema/index.ts'
import { createSecrets } from '../src/secrets.ts'
import { createDatabase, dropDatabase } from '../test/servers/database-names.ts'
import { addAccounts, openSessions } from './accounts.ts'
import { start } from './programs.ts'
import { print } from './table.ts'

const ACCOUNTS = 10_000
const DECISIONS = 200
const RUNS = 10
const PLACE = 'aws-red-team-foundations/identity/cross-account-trust'

async function measurePool(server: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-pool-'))
  const database = await createDatabase(server)
  const settings = { DATA_DIR: dataDir, DATABASE_URL: database.url, SIMULATED_PACE_MS: '0' }
  try {
    await (await start(settings)).stop()
    const config = loadConfig({ DEMO: '1', ...settings })
    const opened = await openDatabase(config)
    try {
      const tokens = await opened.db.transaction(async (tx) => {
        await addPool(tx)
        const ids = await addAccounts(tx, 'bench-builder', RUNS)
        const course = sql`(select id from courses where slug = ${PLACE.split('/')[0]})`
        await tx
          .insert(schema.entitlements)
          .values(
            ids.map((user_id) => ({ user_id, course_id: course, kind: 'course', source: 'administrator' })) as never,
          )
        return (await openSessions(tx, createSecrets(config.secretKey), ids)).access
      })
      await opened.db.execute(sql`vacuum analyze`)
      const decisions = await timeDecisions(opened.db)
      const runs = await timeRuns(opened.db, settings, tokens)
      print(
        [`a pool of ${ACCOUNTS.toLocaleString('en')} accounts`, 'p50 ms', 'p95 ms'],
        [
          ['choosing and locking a free account', ...figures(decisions, 2)],
          ['from the click to credentials, over the cloud’s own time', ...figures(runs.built, 0)],
          ['from the end to Available, over the cloud’s own time', ...figures(runs.freed, 0)],
        ],
      )
    } finally {
      await opened.close()
    }
  } finally {
    await dropDatabase(server, database.name)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Database = Awaited<ReturnType<typeof openDatabase>>['db']

/**
 * Copies of a free demo account, each with its own receipt. They cannot be built in, because credentials are sealed for one account, so they are
 * chosen last.
 */
async function addPool(tx: Pick<Database, 'execute'>): Promise<void> {
  await tx.execute(sql`
    with numbers as (select n, gen_random_uuid() as id, gen_random_uuid() as receipt from generate_series(1, ${ACCOUNTS}::int) n),
    free as (select * from cloud_accounts where cloud = 'aws' and status = 'Available' limit 1),
    accounts as (
      insert into cloud_accounts (id, cloud, account_id, name, region, status, status_since, receipt_id, looked_at)
      select numbers.id, cloud, '9' || lpad(n::text, 11, '0'), 'bench ' || n, region, status, now() + interval '1 day', receipt, now() from numbers, free returning id)
    insert into nuke_receipts (id, cloud_account_id, pass, removed, residue, "left")
    select receipt, id, 2, '[]', '[]', '[]' from numbers`)
}

async function timeDecisions(db: Database): Promise<number[]> {
  const times: number[] = []
  for (let decision = 0; decision < DECISIONS; decision++)
    await db.transaction(async (tx) => {
      const began = performance.now()
      await lockPool(tx, 'aws')
      if (!(await lockFreeAccount(tx, 'aws'))) throw new Error('No account is free')
      times.push(performance.now() - began)
    })
  return times
}

async function timeRuns(db: Database, settings: Record<string, string>, tokens: string[]) {
  const { url, stop } = await start(settings)
  const built: number[] = []
  const freed: number[] = []
  try {
    for (const token of tokens) {
      const call = async (method: string, path: string) => {
        const answer = await fetch(`${url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } })
        if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
        return (await answer.json()) as { id: string; state: string }
      }
      let began = performance.now()
      const { id } = await call('POST', `/labs/deploy/${PLACE}`)
      await until(async () => (await call('GET', `/deployments/${id}`)).state === 'running')
      built.push(performance.now() - began)
      const [row] = await db.select().from(schema.deployments).where(eq(schema.deployments.id, id))
      const account = row?.cloud_account_id ?? ''
      began = performance.now()
      await call('POST', `/labs/destroy/${PLACE}`)
      await until(async () => {
        const [found] = await db.select().from(schema.cloudAccounts).where(eq(schema.cloudAccounts.id, account))
        return found?.status === 'Available'
      })
      freed.push(performance.now() - began)
    }
  } finally {
    await stop()
  }
  return { built, freed }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const began = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - began > 60_000) throw new Error('It did not happen within a minute')
    await pause(10)
  }
}

function figures(times: number[], digits: number): string[] {
  const sorted = times.toSorted((a, b) => a - b)
  return [0.5, 0.95].map((share) => (sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(digits))
}

if (process.env.DATABASE_URL) await measurePool(process.env.DATABASE_URL)
else console.log('The pool is measured on Postgres: name a server in DATABASE_URL.')
