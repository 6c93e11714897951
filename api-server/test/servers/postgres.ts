import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export interface PrivatePostgres {
  /** Connection of the administrator, to the database `postgres`. */
  url: string
  /** Folder of its Unix socket. */
  socket?: string
  /** Stops only what was started here. */
  stop(): Promise<void>
  /** Stops it immediately, like a failing machine. Only for servers started here, like the two below. */
  crash?(): Promise<void>
  /** Crashes it and restarts it on its port. */
  restart?(): Promise<void>
  /** Starts a streaming standby. `select pg_promote()` makes it a primary. */
  startStandby?(): Promise<PrivatePostgres>
}

/** Thrown if no Postgres is available. The message says what to do. */
export class NoPostgresError extends Error {}

interface Options {
  env?: NodeJS.ProcessEnv
  /** Additional environment variables of the private server. */
  serverEnv?: NodeJS.ProcessEnv
  /** Whether commits survive a crash of the private server itself. */
  durable?: boolean
  /** More command-line options of the private server. */
  settings?: string[]
}

/** Postgres server of the tests: the one of TEST_DATABASE_URL, or a private one that is removed afterwards. */
export async function startPostgres({
  env = process.env,
  serverEnv,
  durable = false,
  settings: more = [],
}: Options = {}): Promise<PrivatePostgres> {
  if (env.TEST_DATABASE_URL) return { url: env.TEST_DATABASE_URL, stop: async () => {} }
  const bin = findBinaries(env)
  if (!bin) {
    throw new NoPostgresError(
      'No Postgres to test on: install its server (Debian: apt-get install postgresql), or name a server in TEST_DATABASE_URL.',
    )
  }
  const owner = unprivileged()
  const folder = mkdtempSync(join(durable ? '/tmp' : folderInMemory(), 'flagyard-postgres-'))
  const password = randomBytes(18).toString('base64url')
  try {
    const passwordFile = join(folder, 'password')
    writeFileSync(passwordFile, password)
    for (const path of owner ? [folder, passwordFile] : []) chownSync(path, owner?.uid ?? 0, owner?.gid ?? 0)
    const data = join(folder, 'data')
    execFileSync(
      join(bin, 'initdb'),
      [
        '-D',
        data,
        '-U',
        'postgres',
        // SCRAM takes 5 ms of CPU time per connection, and a test run opens thousands. Only the owner can reach the socket.
        '--auth-host=md5',
        '--auth-local=trust',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
        '--locale=C',
        '-N',
      ],
      { ...owner, stdio: ['ignore', 'ignore', 'pipe'], cwd: folder },
    )
    return await serve({ bin, folder, password, env: { ...process.env, ...serverEnv }, durable, more })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

interface Installed {
  bin: string
  /** Has the data in `data`. */
  folder: string
  password: string
  env: NodeJS.ProcessEnv
  durable: boolean
  /** More command-line options. */
  more: string[]
}

async function serve({ bin, folder, password, env, durable, more }: Installed): Promise<PrivatePostgres> {
  const owner = unprivileged()
  const port = await freePort()
  const begin = () =>
    spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), ...settings(port, folder, durable), ...more], {
      ...owner,
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  let server = begin()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  await answers(url, server)
  return {
    url,
    socket: folder,
    async stop() {
      await ended(server)
      rmSync(folder, { recursive: true, force: true })
    },
    crash: () => ended(server, 'SIGQUIT'),
    async restart() {
      await ended(server, 'SIGQUIT')
      server = begin()
      await answers(url, server)
    },
    async startStandby() {
      const copy = mkdtempSync(join('/tmp', 'flagyard-standby-'))
      if (owner) chownSync(copy, owner.uid, owner.gid)
      const copying = ['-R', '-c', 'fast', '-d', url, '-D', join(copy, 'data')]
      // On some machines, the folder on the PATH has links to a few programs only.
      const program = join(dirname(realpathSync(join(bin, 'postgres'))), 'pg_basebackup')
      execFileSync(program, copying, { ...owner, stdio: ['ignore', 'ignore', 'pipe'], cwd: copy })
      return serve({ bin, folder: copy, password, env, durable, more })
    },
  }
}

/**
 * Creating a database copies 1,200 small files, which takes a second on a disk and a fifth of that in memory.
 * Containers often have only a few megabytes of memory there.
 */
export function folderInMemory(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return '/tmp'
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > NEEDED_BYTES ? memory : '/tmp'
}

/** Several times the size of all databases of a test run and their log. */
const NEEDED_BYTES = 3 * 2 ** 30

/**
 * Without durability a commit does not wait for the disk. Tests that kill workers do not need it: a commit is lost only when Postgres or
 * the machine crashes. The tests that crash Postgres ask for a durable server.
 */
const settings = (port: number, folder: string, durable: boolean) =>
  Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 300,
    shared_buffers: '64MB',
    log_min_messages: 'fatal',
    ...(durable
      ? { fsync: 'on', wal_retrieve_retry_interval: '200ms' }
      : {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          wal_level: 'minimal',
          max_wal_senders: 0,
          max_wal_size: '256MB',
          jit: 'off',
          // Autovacuum would visit a hundred short-lived databases. Tests that need statistics run ANALYZE.
          autovacuum: 'off',
          // Postgres would start two more processes for a union of many small tables.
          max_parallel_workers_per_gather: 0,
        }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** Folder of the newest Postgres on this machine. */
export function findBinaries(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...['/usr/local/pgsql/bin', '/opt/homebrew/opt/postgresql/bin', '/usr/local/opt/postgresql/bin'],
  ]
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** Account for Postgres, which refuses to run as root. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
  const line = users.match(/^postgres:.*$/m)?.[0] ?? users.match(/^nobody:.*$/m)?.[0]
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid) throw new NoPostgresError('No Postgres to test on: as root it needs a user `postgres` or `nobody`.')
  return { uid: Number(uid), gid: Number(gid) }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  let complaint = ''
  server.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2_000)
  })
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null) break
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await pause(100)
    }
  }
  await ended(server)
  throw new NoPostgresError(`The private Postgres did not start. ${complaint}`)
}

/** SIGINT is Postgres's fast shutdown. SIGQUIT is the immediate one: the next start runs a recovery. */
async function ended(server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  const timer = setTimeout(() => server.kill('SIGQUIT'), 10_000)
  await gone
  clearTimeout(timer)
}
