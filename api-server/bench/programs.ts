import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../test/servers/postgres.ts'
import { startCommand } from '../test/servers/start-command.ts'

export interface Running {
  url: string
  /** Seconds from the start until the first catalogue response; for `ROLE=web`, until ready. */
  startup: number
  /** Resident memory, if the system reports it. */
  memory(): string
  /** Processor time in milliseconds so far, of the program and its threads; 0 if the system does not report it. */
  cpu(): number
  stop(): Promise<void>
}

export const PASSWORD = 'measured on loopback only'

/** Starts the server as `npm start` does. It trusts the client addresses set by the load, so that rate limits per address do not affect the results. */
export async function start(settings: Record<string, string>): Promise<Running> {
  const port = String(await freePort())
  const env = { PORT: port, DEMO: '1', DEMO_PASSWORD: PASSWORD, LOG_LEVEL: 'warn', TRUSTED_PROXIES: '127.0.0.1' }
  const ready = settings.ROLE ? '/readyz' : '/api/v1/courses/'
  return run(startCommand.args, { ...env, ...settings }, port, ready)
}

/** A Fastify with a single response: the JSON returned by our server, serialised again for each request. */
export async function startBare(answer: string, status: number): Promise<Running> {
  const port = String(await freePort())
  // A file, because an environment variable is too small for the response of a course with 500 lessons.
  const file = join(tmpdir(), `flagyard-answer-${port}.json`)
  writeFileSync(file, answer)
  return run(
    [fileURLToPath(new URL('bare.ts', import.meta.url))],
    { PORT: port, ANSWER: file, STATUS: String(status) },
    port,
    '/',
  )
}

async function run(args: string[], env: Record<string, string>, port: string, ready: string): Promise<Running> {
  const began = performance.now()
  const profiled =
    process.env.PROFILE && args === startCommand.args ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : []
  const child = spawn(process.execPath, [...profiled, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...startCommand.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${args.at(-1)} ended with ${child.exitCode}`)
    if (performance.now() - began > 120_000) throw new Error(`${args.at(-1)} is not ready after two minutes`)
    const answer = await fetch(url + ready).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer && answer.status < 500) break
    await pause(10)
  }
  return {
    url,
    startup: (performance.now() - began) / 1_000,
    memory: () => memoryOf(child.pid),
    cpu: () => cpuOf(child.pid),
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Processor time in milliseconds used so far by all Postgres processes on this machine. */
export function cpuOfPostgres(): number {
  if (!existsSync('/proc')) return 0
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.reduce((sum, pid) => sum + (commandOf(pid) === 'postgres' ? cpuOf(Number(pid)) : 0), 0)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return 'ended meanwhile'
  }
}

/** The kernel counts in hundredths of a second. User and system time are the twelfth and thirteenth words after the name. */
function cpuOf(pid: number | undefined): number {
  try {
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(words[11]) + Number(words[12])) * 10
  } catch {
    return 0
  }
}

function memoryOf(pid: number | undefined): string {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes ? `${(Number(kilobytes) / 1_024).toFixed(0)} MiB` : 'not told'
  } catch {
    return 'not told by this system'
  }
}
