import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort, unprivileged } from './postgres.ts'

/** PgBouncer in front of a server. `follow` lets it use another one, as a failover manager does. */
export async function startPgBouncer(server: string, mode: 'session' | 'transaction' = 'session') {
  const owner = unprivileged()
  const folder = mkdtempSync('/tmp/flagyard-pgbouncer-')
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const port = await freePort()
  const configure = (target: string) => {
    const { hostname, port: targetPort, username, password } = new URL(target)
    writeFileSync(join(folder, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`)
    writeFileSync(
      join(folder, 'pgbouncer.ini'),
      `[databases]
* = host=${hostname} port=${targetPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = md5
auth_file = ${folder}/users
pool_mode = ${mode}
default_pool_size = 100
max_client_conn = 300
server_login_retry = 1
log_connections = 0
log_disconnections = 0
`,
    )
    // Readable for it also where a test before set a strict umask.
    if (owner) for (const name of ['users', 'pgbouncer.ini']) chownSync(join(folder, name), owner.uid, owner.gid)
  }
  configure(server)
  const child = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], {
    ...owner,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const url = new URL(server)
  url.port = String(port)
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 2_000 })
    try {
      await client.connect()
      await client.end()
      break
    } catch (error) {
      if (tries === 200 || child.exitCode !== null) throw error
      await pause(100)
    }
  }
  return {
    url: url.href,
    follow(target: string) {
      configure(target)
      child.kill('SIGHUP')
    },
    stop() {
      child.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
