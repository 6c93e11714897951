import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestPostgres } from '../database.ts'
import { programFile } from '../programs.ts'
import { freePort } from '../servers/postgres.ts'

const patience = { timeout: 90_000, interval: 100 }
const child = (name: string) => fileURLToPath(new URL(`../children/${name}.ts`, import.meta.url))
const launch = child('launch')

const ours = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

/** Process ids of all descendants of a process, with their programs. */
function descendantsOf(pid: number): Map<number, string> {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = new Map<number, string>()
  for (const one of all) {
    const stat = readProc(one, 'stat').split(') ')[1]?.split(' ') ?? []
    if (Number(stat[1]) !== pid || stat[0] === 'Z') continue
    found.set(Number(one), readProc(one, 'cmdline').replaceAll('\0', ' '))
    for (const [below, program] of descendantsOf(Number(one))) found.set(below, program)
  }
  return found
}

function readProc(pid: string | number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return 'ended meanwhile'
  }
}

const isRunning = (pid: number) => ![undefined, 'Z'].includes(readProc(pid, 'stat').split(') ')[1]?.split(' ')[0])

/** Runs `npm start` in a package that has our script but starts another program, and waits until it answers. */
async function npmStart(program: 'serve' | 'listen') {
  const folder = mkdtempSync(join(tmpdir(), 'flagyard-start-'))
  const database = program === 'serve' ? await openTestPostgres() : undefined
  const port = String(await freePort())
  const file = program === 'serve' ? programFile('serve') : child(program)
  const start = ours.scripts.start.replace('node scripts/start.js', `"${process.execPath}" "${launch}" "${file}"`)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'started', private: true, scripts: { start } }))
  onTestFinished(() => database?.close())
  const env = {
    ...(database && { DATABASE_URL: database.url }),
    DATA_DIR: folder,
    SECRET_KEY: 'k'.repeat(43),
    PORT: port,
    DEMO: '0',
    LOG_LEVEL: 'warn',
  }
  const started = await spawnNpm(folder, port, env)
  const pidOf = (program: string) => [...started.descendants].find(([, line]) => line.includes(program))![0]
  return { ...started, launcher: pidOf('launch.ts') }
}

/** Runs `npm start` in a folder until the end of the test, and waits until it answers on the port. */
async function spawnNpm(folder: string, port: string, env: Record<string, string>, timeout = patience.timeout) {
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: 'ignore',
  })
  const isServed = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  onTestFinished(async () => {
    for (const pid of [...descendantsOf(npm.pid!).keys(), npm.pid!]) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  await vi.waitFor(async () => expect(await isServed()).toBe(true), { ...patience, timeout })
  return { npm: npm.pid!, descendants: descendantsOf(npm.pid!), isServed }
}

/** Maximum duration of a stop, which docs/configuration.md promises. */
const stopping = { timeout: 30_000, interval: 100 }

test.skipIf(process.platform !== 'linux').each([
  ['npm gets SIGTERM', 'listen', 'npm', 'SIGTERM'],
  ['npm gets SIGINT', 'listen', 'npm', 'SIGINT'],
  ['npm is killed', 'listen', 'npm', 'SIGKILL'],
  ['the launcher gets SIGTERM', 'listen', 'launcher', 'SIGTERM'],
  ['the launcher of the server is killed', 'serve', 'launcher', 'SIGKILL'],
] as const)('npm start leaves no process behind when %s', { timeout: 180_000 }, async (_, program, whom, signal) => {
  const started = await npmStart(program)
  expect(started.descendants.size).toBeGreaterThan(1)
  process.kill(started[whom], signal)
  await vi.waitFor(() => expect([started.npm, ...started.descendants.keys()].filter(isRunning)).toEqual([]), stopping)
  expect(await started.isServed()).toBe(false)
})

test.skipIf(!process.env.LONG || process.platform !== 'linux')(
  'SIGTERM to npm start of a clone, which installs, builds and serves the demo, leaves no process after 30 s',
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flagyard-clone-'))
    const repository = fileURLToPath(new URL('../../..', import.meta.url))
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${repository}`, folder])
    const port = String(await freePort())
    const { npm, descendants, isServed } = await spawnNpm(folder, port, { PORT: port, CI: '1' }, 500_000)
    expect([...descendants.values()].some((line) => line.includes('api-server/dist/flagyard.js'))).toBe(true)
    process.kill(npm, 'SIGTERM')
    await vi.waitFor(() => expect([npm, ...descendants.keys()].filter(isRunning)).toEqual([]), stopping)
    expect(await isServed()).toBe(false)
  },
)
