/**
 * Measures the built server beside a bare Fastify that answers the same JSON, in one run and in turns: on a machine that is shared, the
 * ratio of two neighbours says more than either figure. On Postgres when DATABASE_URL names a server (it works in a database of
 * its own there), else on the embedded database. Loopback only; a few minutes at the most. Nothing here is a test.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { createDatabase, dropDatabase } from '../test/database-names.ts'
import { seed } from './accounts.ts'
import { type Load, load, median } from './load.ts'
import { type Running, start, startBare } from './programs.ts'
import { type Scenario, scenarios, signingIn, type World } from './scenarios.ts'
import { print } from './table.ts'

const ROUNDS = 5
const SECONDS = 3
const only = process.argv[2]

const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-bench-'))
const database = process.env.DATABASE_URL ? await createDatabase(process.env.DATABASE_URL) : undefined
const settings = { DATA_DIR: dataDir, ...(database ? { DATABASE_URL: database.url } : {}) }
const open = new Set<Running>()

try {
  await measure()
} finally {
  for (const running of open) await running.stop()
  if (database && process.env.DATABASE_URL) await dropDatabase(process.env.DATABASE_URL, database.name)
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure() {
  const [cpu] = cpus()
  const memory = (totalmem() / 2 ** 30).toFixed(0)
  console.log(
    `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${memory} GiB, Node ${process.versions.node}`,
  )
  console.log(
    `Database: ${database ? 'Postgres' : 'embedded'}. ${ROUNDS} rounds of ${SECONDS} s, each beside a bare Fastify.\n`,
  )

  const cold = await begin()
  await end(cold)
  const warm = await begin()
  await end(warm)
  const world = await seed(settings)
  const server = await begin()
  const idle = server.memory()

  const rows: string[][] = []
  for (const scenario of scenarios(world)) {
    if (only && scenario.name !== only) continue
    rows.push(await compare(server, scenario))
  }
  print(['scenario', 'ratio', 'req/s', 'bare req/s', 'p50 ms', 'p99 ms', 'bare p99'], rows)

  if (!only || only === 'signing in') await besideSignIns(server, world)

  print(
    ['', ''],
    [
      ['start-up, empty DATA_DIR (migrates and fills the demo)', `${cold.startup.toFixed(1)} s`],
      ['start-up, second time', `${warm.startup.toFixed(1)} s`],
      ['memory (RSS), idle', idle],
      ['memory (RSS), after the load', server.memory()],
    ],
  )
  await end(server)
}

/** Rounds in turns: theirs, ours, theirs, ours. The ratio is the median of the rounds' own ratios. */
async function compare(server: Running, scenario: Scenario): Promise<string[]> {
  const first = await fetch(server.url + scenario.request.path, {
    method: scenario.request.method,
    headers: scenario.headers(),
    ...(scenario.request.body ? { body: scenario.request.body } : {}),
  })
  if (first.status !== scenario.expects)
    return [scenario.name, `answers ${first.status}, not ${scenario.expects}`, '', '', '', '', '']
  const bare = await startBare(await first.text(), first.status)
  open.add(bare)
  const amount = scenario.amount ? { amount: scenario.amount } : { seconds: SECONDS }
  await load(bare.url, scenario, { ...amount, seconds: 1 })
  if (!scenario.amount) await load(server.url, scenario, { seconds: 1 })
  const pairs: [bare: Load, ours: Load][] = []
  for (let round = 0; round < ROUNDS; round++)
    pairs.push([await load(bare.url, scenario, amount), await load(server.url, scenario, amount)])
  await end(bare)
  const ours = pairs.map(([, one]) => one)
  const wrong = ours.flatMap((one) => one.unexpected)
  return [
    scenario.name + (wrong.length > 0 ? ` (${wrong.length} unexpected: ${[...new Set(wrong)].join(', ')})` : ''),
    median(pairs.map(([theirs, one]) => one.perSecond / theirs.perSecond)).toFixed(2),
    median(ours.map((one) => one.perSecond)).toFixed(0),
    median(pairs.map(([theirs]) => theirs.perSecond)).toFixed(0),
    median(ours.map((one) => one.p50)).toFixed(1),
    median(ours.map((one) => one.p99)).toFixed(1),
    median(pairs.map(([theirs]) => theirs.p99)).toFixed(1),
  ]
}

/** Public reads in turns: quiet, beside eight clients that sign in without a pause, quiet again. The ratio is that of the p99, the median of the rounds' own. */
async function besideSignIns(server: Running, world: World) {
  const crowd = (seconds: number) => load(server.url, signingIn(world), { seconds, connections: 8 })
  const read = () => load(server.url, world.catalogue, { seconds: SECONDS, connections: 4 })
  await Promise.all([read(), crowd(SECONDS)])
  const rounds: [quiet: Load, busy: Load, signIns: Load][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const quiet = await read()
    const signingIn = crowd(SECONDS + 1)
    rounds.push([quiet, await read(), await signingIn])
  }
  const ratio = median(rounds.map(([quiet, busy]) => busy.p99 / quiet.p99))
  print(
    ['public reads', 'req/s', 'p50 ms', 'p99 ms', 'p99, by quiet'],
    [
      ['quiet', ...figures(rounds.map(([quiet]) => quiet)), ''],
      ['while 8 clients sign in without a pause', ...figures(rounds.map(([, busy]) => busy)), ratio.toFixed(2)],
      ['(the sign-ins)', ...figures(rounds.map(([, , signIns]) => signIns)), ''],
    ],
  )
}

function figures(loads: Load[]): string[] {
  const of = (pick: (one: Load) => number) => median(loads.map(pick))
  return [of((one) => one.perSecond).toFixed(0), of((one) => one.p50).toFixed(1), of((one) => one.p99).toFixed(1)]
}

async function begin(): Promise<Running> {
  const running = await start(settings)
  open.add(running)
  return running
}

async function end(running: Running) {
  open.delete(running)
  await running.stop()
}
