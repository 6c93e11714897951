/**
 * 200 learners use the shells of one process at the same time: memory, and the latency of a line from Enter to its answer when one learner types and
 * when all do. Then one learner types hostile lines while another reads. Runs on the embedded database, or on Postgres if DATABASE_URL names a
 * server. Loopback only. Not a test.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { loadConfig } from '../src/config.ts'
import { openDatabase, type Tx } from '../src/db/open.ts'
import * as schema from '../src/db/schema/index.ts'
import { attributesOf, buildResultOf } from '../src/integrations/clouds/simulated-build.ts'
import { createSecrets, type Secrets } from '../src/secrets.ts'
import { createDatabase, dropDatabase } from '../test/servers/database-names.ts'
import { addAccounts, openSessions } from './accounts.ts'
import { type Running, start } from './programs.ts'
import { print } from './table.ts'

const SHELLS = 200
const LINES = [
  'aws sts get-caller-identity',
  'aws iam list-roles --output json | jq -r ".Roles[].RoleName"',
  'aws iam list-roles > roles.json',
  'grep -c Arn roles.json',
  'export WHO=$(aws sts get-caller-identity --query Arn --output text); echo $WHO',
]

/** Duration of another learner's reads in the meantime. */
const READ_MS = 15_000
const HOSTILE = {
  'fork bomb': ':(){ :|:& };:',
  'endless loop': 'while true; do :; done',
  'output of 1 GB': 'seq 1 100000000',
  'catastrophic pattern': `printf 'a%.0s' $(seq 5000) | grep -cE '(a+)+b'`,
  'replacement larger than the heap': `seq 1 20000 | tr "\\n" a | sed "s/a/${'&'.repeat(3_000)}/g" | wc -c`,
}

interface Typist {
  deployment: string
  token: string
}

async function measureShells(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-shells-'))
  const database = process.env.DATABASE_URL ? await createDatabase(process.env.DATABASE_URL) : undefined
  const settings = { DATA_DIR: dataDir, ...(database ? { DATABASE_URL: database.url } : {}) }
  try {
    await (await start(settings)).stop()
    const typists = await seedTypists(settings)
    const server = await start(settings)
    try {
      await type(server, typists)
      await attack(server, typists)
    } finally {
      await server.stop()
    }
  } finally {
    if (database && process.env.DATABASE_URL) await dropDatabase(process.env.DATABASE_URL, database.name)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function type({ url, memory, cpu }: Running, typists: Typist[]) {
  const idle = memory()
  const alone: number[] = []
  const [first] = typists
  // The first rounds trigger compilation and are not measured.
  const typeAll = async () => {
    for (const line of LINES) if (first) alone.push(await run(url, first, line))
  }
  for (let round = 0; round < 4; round++) await typeAll()
  const worked = cpu()
  for (let round = 4; round < 20; round++) await typeAll()
  const perLine = (cpu() - worked) / (16 * LINES.length)
  const together: number[] = []
  for (const line of LINES) together.push(...(await Promise.all(typists.map((typist) => run(url, typist, line)))))
  print(
    ['', ''],
    [
      ['the first line, with the start of a thread', `${at(alone.slice(0, 1), 0)} ms`],
      ['a line of one learner, median', `${at(alone.slice(20), 0.5)} ms`],
      ['a line of one learner, p95', `${at(alone.slice(20), 0.95)} ms`],
      ['processor time of the server by line', `${perLine.toFixed(0)} ms`],
      [`${SHELLS} lines sent at once, the last answered after`, `${at(together, 1)} ms`],
      ['memory (RSS), idle', idle],
      [`memory (RSS), after ${SHELLS} shells typed ${LINES.length} lines each at once`, memory()],
    ],
  )
}

/** Reads of one learner, first without load, then while another one repeats hostile lines. */
async function attack({ url, memory }: Running, [hostile, reader]: Typist[]) {
  if (!hostile || !reader) return
  const quiet = await read(url, reader)
  let isOver = false
  const took: [string, string, string, string][] = []
  const attacking = (async () => {
    for (let round = 0; !isOver; round++)
      for (const [name, line] of Object.entries(HOSTILE)) {
        const began = performance.now()
        const { exit, output = '' } = await send(url, hostile, line)
        const last = output.trimEnd().split('\n').at(-1)?.slice(0, 90) ?? ''
        if (round === 1) took.push([name, `${(performance.now() - began).toFixed(0)} ms`, String(exit), last])
      }
  })()
  const loud = await read(url, reader)
  isOver = true
  await attacking
  print(['hostile line', 'answered after', 'exit', 'last line'], took)
  print(
    ['reads of another learner', 'quiet', 'hostile lines'],
    [
      ['median', `${at(quiet, 0.5, 1)} ms`, `${at(loud, 0.5, 1)} ms`],
      ['p99', `${at(quiet, 0.99, 1)} ms`, `${at(loud, 0.99, 1)} ms`],
      ['memory (RSS) afterwards', '', memory()],
    ],
  )
}

async function read(url: string, { deployment, token }: Typist): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + READ_MS
  for (let n = 0; performance.now() < end; n++) {
    const path = n % 2 === 0 ? 'courses/' : `deployments/${deployment}/shell`
    const began = performance.now()
    const answer = await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    times.push(performance.now() - began)
    await pause(5)
  }
  return times
}

async function send(url: string, { deployment, token }: Typist, line: string) {
  const answer = await fetch(`${url}/api/v1/deployments/${deployment}/shell/lines`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ line }),
  })
  const body = (await answer.json()) as { exit?: number; output?: string; detail?: string }
  return { ...body, status: answer.status }
}

/** A very busy server returns an error. Like the page's own client, this retries, and the total time counts. */
async function run(url: string, typist: Typist, line: string): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { status, exit, output, detail } = await send(url, typist, line)
    if (exit === 0) return performance.now() - began
    if (status !== 503) throw new Error(`${line}: ${detail ?? output}`)
    await pause(50)
  }
}

const at = (times: number[], share: number, digits = 0) =>
  (times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(digits)

/** Adds learners with running labs, each in its own account, directly to the database of a stopped server. */
async function seedTypists(settings: Record<string, string>): Promise<Typist[]> {
  const config = loadConfig({ DEMO: '1', ...settings })
  const opened = await openDatabase(config)
  try {
    return await opened.db.transaction((tx: Tx) => fill(tx, createSecrets(config.secretKey)))
  } finally {
    await opened.close()
  }
}

async function fill(tx: Tx, secrets: Secrets): Promise<Typist[]> {
  const ids = await addAccounts(tx, 'bench-typist', SHELLS)
  const [lab] = await tx.select().from(schema.labs).where(eq(schema.labs.slug, 'cross-account-trust'))
  if (!lab) throw new Error('The demo is not in this database')
  const rows = ids.map((user_id, n) => ({
    user_id,
    id: randomUUID(),
    account: { id: randomUUID(), cloud: 'aws' as const, account_id: String(500_000_000_000 + n), region: 'eu-west-1' },
  }))
  for (const { id, user_id, account } of rows) {
    const access = { ...account, credentials: {} }
    const build = { ...lab, deployment_id: id, flags: {} }
    await tx.insert(schema.cloudAccounts).values({
      ...account,
      ...{ name: `bench-${account.account_id}`, status: 'Provisioned', status_since: sql`now()` },
      credentials_sealed: secrets.seal('credentials', account.id, '{}'),
    })
    const { credentials } = buildResultOf(access, build, '')
    await tx.insert(schema.deployments).values({
      ...{ id, user_id, lab_id: lab.id, cloud: lab.cloud, cloud_account_id: account.id, state: 'running' },
      ...{ module_version: 'bench', duration_seconds: 86_400 },
      ...{ running_at: sql`now()`, ends_at: sql`now() + interval '1 day'` },
      credentials_sealed: secrets.seal('credentials', id, JSON.stringify(credentials)),
    })
    const resources = lab.module_stages.flatMap((stage) => stage.resources)
    await tx.insert(schema.simulatedResources).values(
      resources.map((one) => ({
        ...{ cloud: lab.cloud, account_id: account.account_id, type: one.type, name: one.name, deployment_id: id },
        attributes: attributesOf(access, build, one),
      })),
    )
  }
  const { access } = await openSessions(tx, secrets, ids)
  return rows.map(({ id }, n) => ({ deployment: id, token: access[n] ?? '' }))
}

await measureShells()
