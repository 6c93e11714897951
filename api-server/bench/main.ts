/**
 * Compares the built server with a bare Fastify that returns the same JSON, alternating within one run. On a shared machine, the ratio of two
 * adjacent measurements is more reliable than either figure. Runs on Postgres if DATABASE_URL names a server (in a separate database), else on the
 * embedded database. Loopback only; takes a few minutes at most. Not a test.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, dropDatabase } from '../test/servers/database-names.ts'
import { seed } from './accounts.ts'
import { type Load, load, median } from './load.ts'
import { cpuOfPostgres, type Running, start, startBare } from './programs.ts'
import { catalogue, type Scenario, scenarios, signIn, signingIn, youngScenarios } from './scenarios.ts'
import { print } from './table.ts'

const ROUNDS = 5
const SECONDS = 2
/** High load and low load. The low one shows the cost of one request. */
const CONNECTIONS = [32, 8]
/** Numbers of lessons in the courses of the `sized` scenarios. These run only when named, because they would affect the other measurements. */
const SIZES = [20, 500]
const only = process.argv[2]

const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-bench-'))
const database = process.env.DATABASE_URL ? await createDatabase(process.env.DATABASE_URL) : undefined
const settings = { DATA_DIR: dataDir, ...(database ? { DATABASE_URL: database.url } : {}) }
const open = new Set<Running>()
/** Speed of the machine during the run. */
const speeds: number[] = []

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
    `Database: ${database ? 'Postgres' : 'embedded'}. ${ROUNDS} rounds of ${SECONDS} s, each after a bare Fastify that says hello and one that answers the same.\n`,
  )

  const cold = await begin()
  await end(cold)
  const warm = await startup()
  const web = database ? await startup({ ROLE: 'web' }) : undefined
  const hello = await startBare('{"hello":"world"}', 200)
  open.add(hello)
  await onYoungDatabase(hello)
  const world = await seed(settings, only?.startsWith('sized') ? SIZES : [])
  const server = await begin()
  const idle = server.memory()

  for (const connections of CONNECTIONS)
    await compareAll(server, hello, scenarios(world), connections, `${connections} connections`)
  await end(hello)

  const loaded = server.memory()
  if (!only || only === 'signing in') await besideSignIns(server)
  const signedIn = server.memory()
  // V8 and the C library release unused memory once the process is idle.
  if (!only) await pause(60_000)

  print(
    ['', ''],
    [
      ['start-up, empty (migrates and fills the demo)', `${cold.startup.toFixed(1)} s`],
      ['start-up, second time', `${warm.toFixed(2)} s`],
      ...(web === undefined ? [] : [['start-up, ROLE=web', `${web.toFixed(2)} s`]]),
      ['bare hello, requests a second', speeds.length > 0 ? median(speeds).toFixed(0) : 'not measured'],
      ['memory (RSS), idle', idle],
      ['memory (RSS), after the calls', loaded],
      ['memory (RSS), right after the sign-ins', signedIn],
      ...(only ? [] : [['memory (RSS), a minute later', server.memory()]]),
    ],
  )
  await end(server)
}

/** The demo just after it was filled: small tables for which Postgres has no statistics yet. */
async function onYoungDatabase(hello: Running) {
  const server = await begin()
  const people = {
    learner: await signIn(server.url, 'learner'),
    administrator: await signIn(server.url, 'admin'),
  }
  await compareAll(server, hello, youngScenarios(people), 32, '32 connections, demo')
  await end(server)
}

async function compareAll(server: Running, hello: Running, all: Scenario[], connections: number, title: string) {
  const rows: string[][] = []
  for (const scenario of all) {
    if (only && !scenario.name.startsWith(only)) continue
    rows.push(await compare(server, hello, scenario, connections))
  }
  print([title, 'of hello', 'of its JSON', 'req/s', 'p50 ms', 'p99 ms', 'µs node', 'µs Postgres'], rows)
}

/** Alternating rounds: hello, the same JSON, our server. A ratio is the median of the rounds' ratios. */
async function compare(server: Running, hello: Running, scenario: Scenario, connections: number): Promise<string[]> {
  const first = await fetch(server.url + scenario.request.path, {
    method: scenario.request.method,
    headers: { ...(scenario.body ? { 'content-type': 'application/json' } : {}), ...scenario.headers() },
    ...(scenario.body ? { body: scenario.body() } : {}),
  })
  if (first.status !== scenario.expects)
    return [scenario.name, `answers ${first.status}, not ${scenario.expects}`, '', '', '', '', '', '']
  const same = await startBare((await first.text()) || 'null', first.status)
  open.add(same)
  const seconds = connections === CONNECTIONS[0] ? SECONDS : SECONDS / 2
  const bounds = { seconds, connections }
  // The bare servers must not use up single-use codes.
  const [headers, body] = [scenario.headers(), scenario.body?.()]
  const alike: Scenario = { ...scenario, headers: () => headers, ...(body === undefined ? {} : { body: () => body }) }
  for (const { url } of [hello, same]) await load(url, alike, bounds)
  await load(server.url, scenario, bounds)
  const rounds: { hello: Load; same: Load; ours: Load; node: number; postgres: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const greeted = await load(hello.url, { ...alike, expects: 200 }, bounds)
    const answered = await load(same.url, alike, bounds)
    const [nodeBefore, postgresBefore] = [server.cpu(), cpuOfPostgres()]
    const ours = await load(server.url, scenario, bounds)
    const each = (now: number, before: number) => ((now - before) * 1_000) / ours.count
    rounds.push({
      hello: greeted,
      same: answered,
      ours,
      node: each(server.cpu(), nodeBefore),
      postgres: each(cpuOfPostgres(), postgresBefore),
    })
  }
  await end(same)
  speeds.push(...rounds.map(({ hello }) => hello.perSecond))
  const wrong = rounds.flatMap(({ ours }) => ours.unexpected)
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  return [
    scenario.name + (wrong.length > 0 ? ` (${wrong.length} unexpected: ${[...new Set(wrong)].join(', ')})` : ''),
    `1/${(1 / of(({ hello, ours }) => ours.perSecond / hello.perSecond)).toFixed(1)}`,
    of(({ same, ours }) => ours.perSecond / same.perSecond).toFixed(2),
    of(({ ours }) => ours.perSecond).toFixed(0),
    of(({ ours }) => ours.p50).toFixed(1),
    of(({ ours }) => ours.p99).toFixed(1),
    of(({ node }) => node).toFixed(0),
    of(({ postgres }) => postgres).toFixed(0),
  ]
}

/** Public reads: idle, with eight clients signing in continuously, and idle again. The ratio is that of the p99, as the median of the rounds' ratios. */
async function besideSignIns(server: Running) {
  const crowd = (seconds: number) => load(server.url, signingIn, { seconds, connections: 8 })
  const read = () => load(server.url, catalogue, { seconds: SECONDS, connections: 4 })
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

/** Startup time in seconds, the median of several starts. */
async function startup(role = {}): Promise<number> {
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const running = await begin(role)
    seconds.push(running.startup)
    await end(running)
  }
  return median(seconds)
}

async function begin(role = {}): Promise<Running> {
  const running = await start({ ...settings, ...role })
  open.add(running)
  return running
}

async function end(running: Running) {
  open.delete(running)
  await running.stop()
}
