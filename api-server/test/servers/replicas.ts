/** Processes of the built server behind nginx, as an installation on several machines runs them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './postgres.ts'
import { startCommand } from './start-command.ts'

/** In the long tests, scripts/ci.ts installs nginx and PgBouncer. */
export const hasProgram = (name: string): boolean => spawnSync(name, ['-v']).error === undefined

/** Starts a built server, and waits until it is ready. */
export async function startServer(settings: Record<string, string>, args?: string[]): Promise<ChildProcess> {
  const server = spawnServer(settings, args)
  await untilReady(`http://127.0.0.1:${settings.PORT}`, server)
  return server
}

function spawnServer(settings: Record<string, string>, args: string[] = startCommand.args): ChildProcess {
  const { NODE_OPTIONS: _, ...env } = process.env
  return spawn(process.execPath, args, {
    env: {
      ...env,
      ...startCommand.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

export const REPLICAS = ['web', 'web', 'web', 'web', 'worker', 'worker'] as const
export const SECONDS_PER_KILL = 10

/** Starts four web processes behind nginx and two workers, one after the other, because the first one migrates and fills the database. */
export async function startReplicas(folder: string, settings: (at: number) => Record<string, string>, at?: number) {
  const ports = await Promise.all(REPLICAS.map(() => freePort()))
  const servers: ChildProcess[] = []
  const start = async (one: number) => {
    const server = spawnServer({ ...settings(one), ROLE: REPLICAS[one] ?? 'all', PORT: String(ports[one]) })
    servers[one] = server
    await untilReady(`http://127.0.0.1:${ports[one]}`, server)
  }
  for (const one of REPLICAS.keys()) await start(one)
  const nginx = await startNginx(folder, ports.slice(0, 4), at)
  return {
    origin: nginx.origin,
    ports,
    /** Kills a process without warning, and starts another one in its place. */
    async replace(one: number) {
      const killed = servers[one]
      killed?.kill('SIGKILL')
      if (killed) await once(killed, 'exit')
      await start(one)
    },
    stop() {
      nginx.stop()
      for (const server of servers) server.kill('SIGKILL')
    },
  }
}

/** Starts nginx with the site in `deploy`, without TLS. */
export async function startNginx(folder: string, ports: readonly number[], at?: number) {
  const port = at ?? (await freePort())
  const [site, servers] = [
    readFileSync(new URL('../../../deploy/nginx.conf', import.meta.url), 'utf8'),
    / *server 127[^;]+;\n/g,
  ]
  const [example = ''] = site.match(servers) ?? []
  const ours = site
    .replace(/server \{\s+listen 80;[^}]+\}/, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll(/^\s+ssl_.*$/gm, '')
    .replace(servers, '')
    .replace('{\n', `{\n${ports.map((one) => example.replace(/:\d+/, `:${one}`)).join('')}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  mkdirSync(join(folder, 'logs'))
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/logs/error.log; events {}
    http { access_log off; ${temporary.join(' ')} ${ours} }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'logs/error.log')], {
    stdio: 'inherit',
  })
  const origin = `http://127.0.0.1:${port}`
  await untilReady(origin, nginx)
  return { origin, stop: () => void nginx.kill('SIGTERM') }
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + 90_000
  while (performance.now() < end && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    await pause(100)
  }
  child.kill('SIGKILL')
  throw new Error(`${child.spawnargs.join(' ')} was not ready at ${origin}`)
}
