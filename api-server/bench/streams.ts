/**
 * Opens 2,000 event streams on one process, and prints the memory they take. They belong to 100 accounts, each with the maximum number per account;
 * one more is rejected. Runs on Postgres if DATABASE_URL names a server, else on the embedded database. Loopback only. Not a test.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { loadConfig } from '../src/config.ts'
import { openDatabase, type Tx } from '../src/db/open.ts'
import * as schema from '../src/db/schema/index.ts'
import { createSecrets } from '../src/secrets.ts'
import { createDatabase, dropDatabase } from '../test/servers/database-names.ts'
import { addAccounts, openSessions } from './accounts.ts'
import { type Running, start } from './programs.ts'
import { print } from './table.ts'

const ACCOUNTS = 100
const EACH = 20

interface Follower {
  deployment: string
  token: string
}

async function measureStreams(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-streams-'))
  const database = process.env.DATABASE_URL ? await createDatabase(process.env.DATABASE_URL) : undefined
  const settings = { DATA_DIR: dataDir, ...(database ? { DATABASE_URL: database.url } : {}) }
  try {
    await (await start(settings)).stop()
    const followers = await seedFollowers(settings)
    const server = await start(settings)
    try {
      await open(server, followers)
    } finally {
      await server.stop()
    }
  } finally {
    if (database && process.env.DATABASE_URL) await dropDatabase(process.env.DATABASE_URL, database.name)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function open(server: Running, followers: Follower[]) {
  const idle = server.memory()
  const began = performance.now()
  const opened: IncomingMessage[] = []
  for (let round = 0; round < EACH; round++)
    opened.push(...(await Promise.all(followers.map((follower) => follow(server.url, follower)))))
  const seconds = (performance.now() - began) / 1_000
  const [first] = followers
  const refused = first ? await follow(server.url, first) : undefined
  print(
    ['', ''],
    [
      ['streams that are open', String(opened.filter(({ statusCode }) => statusCode === 200).length)],
      ['opened within', `${seconds.toFixed(1)} s`],
      ['one more of the same account', String(refused?.statusCode)],
      ['memory (RSS), idle', idle],
      ['memory (RSS), with them', server.memory()],
    ],
  )
  for (const answer of opened) answer.destroy()
}

/** Resolves after the first event. */
const follow = (url: string, { deployment, token }: Follower): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    request(`${url}/api/v1/deployments/${deployment}/events`, { headers, agent: false })
      .once('response', (answer) => {
        answer.once('data', () => resolve(answer)).on('error', () => undefined)
      })
      .once('error', reject)
      .end()
  })

/** Adds learners with a running lab directly to the database of a stopped server. */
async function seedFollowers(settings: Record<string, string>): Promise<Follower[]> {
  const config = loadConfig({ DEMO: '1', ...settings })
  const opened = await openDatabase(config)
  try {
    return await opened.db.transaction(async (tx: Tx) => {
      const ids = await addAccounts(tx, 'bench-follower', ACCOUNTS)
      const [lab] = await tx.select().from(schema.labs).limit(1)
      if (!lab) throw new Error('The demo is not in this database')
      const rows = ids.map((user_id) => ({ id: randomUUID(), user_id }))
      await tx.insert(schema.deployments).values(
        rows.map((row) => ({
          ...row,
          ...{ lab_id: lab.id, cloud: lab.cloud, state: 'running' as const, module_version: 'bench' },
          ...{ duration_seconds: 86_400, running_at: sql`now()`, ends_at: sql`now() + interval '1 day'` },
        })),
      )
      const { access } = await openSessions(tx, createSecrets(config.secretKey), ids)
      return rows.map(({ id }, at) => ({ deployment: id, token: access[at] ?? '' }))
    })
  } finally {
    await opened.close()
  }
}

await measureStreams()
