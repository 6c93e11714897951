/**
 * Starts the built product for the tests: `node support/start-server.ts embedded|postgres|production|replicas PORT`. Postgres is a private one.
 * `production` has no demo: an empty catalogue on Postgres, files in a bucket, and mails over SMTP. `replicas` is the demo in four web processes
 * behind nginx and two workers, with files in a bucket; every ten seconds one of them is killed and replaced.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bringCrowd } from '../../api-server/test/fixtures/seed-users.ts'
import { startS3Server } from '../../api-server/test/s3/server.ts'
import { createDatabase } from '../../api-server/test/servers/database-names.ts'
import { startMailServer } from '../../api-server/test/servers/mail-server.ts'
import {
  folderInMemory,
  freePort,
  type PrivatePostgres,
  startPostgres,
} from '../../api-server/test/servers/postgres.ts'
import { REPLICAS, SECONDS_PER_KILL, startReplicas } from '../../api-server/test/servers/replicas.ts'
import { startCommand } from '../../api-server/test/servers/start-command.ts'
import { DEMO_PASSWORD, SEEDED_REFERRER } from './demo.ts'
import { serveMails } from './sent-mails.ts'
import { deleteServerInfo, saveServerInfo } from './server-info.ts'

const [kind = 'embedded', port = '4310'] = process.argv.slice(2)
// The embedded database waits for the disk at every commit.
const dataDir = mkdtempSync(join(folderInMemory(), 'flagyard-journeys-'))
const postgres: PrivatePostgres | undefined = kind !== 'embedded' ? await startPostgres() : undefined
const database = postgres && (await createDatabase(postgres.url))
const webPorts = Promise.withResolvers<number[]>()
const environment = {
  ...(kind === 'production' ? { ...(await store()), ...(await production()) } : { DEMO: '1', DEMO_PASSWORD }),
  ...(kind === 'replicas' && {
    ...(await store()),
    MAILS: await serveOutbox(),
    PUBLIC_URL: `http://localhost:${port}`,
  }),
  PORT: port,
  DATA_DIR: dataDir,
  // A lab is built within seconds, yet slowly enough that a test sees it being built; and its films last six seconds.
  SIMULATED_PACE_MS: '200',
  DEMO_VIDEOS: fileURLToPath(new URL('../videos', import.meta.url)),
  // Every test has a client address of its own (fixtures.ts), because sign-ins are limited by address.
  TRUSTED_PROXIES: '127.0.0.1,::1',
  ...(database ? { DATABASE_URL: database.url } : {}),
}
saveServerInfo({ environment })

if (database && (kind === 'postgres' || kind === 'replicas'))
  void bringCrowd(database.url, { from: SEEDED_REFERRER, people: 200, ready: `http://localhost:${port}/readyz` })

const server = kind === 'replicas' ? await startKilledReplicas() : startOne()
process.once('SIGTERM', server.stop).once('SIGINT', server.stop)

async function end(code: number) {
  deleteServerInfo(port)
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code)
}

function startOne() {
  const child = spawn(process.execPath, startCommand.args, {
    env: { ...process.env, ...startCommand.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...environment },
    stdio: 'inherit',
  })
  child.once('close', (code) => end(code ?? 1))
  return { stop: () => child.kill('SIGTERM') }
}

async function startKilledReplicas() {
  let isStopped = false
  const replicas = await startReplicas(dataDir, () => ({ ...environment, LOG_LEVEL: 'fatal' }), Number(port))
  webPorts.resolve(replicas.ports.slice(0, 4))
  const kill = async () => {
    for (let kills = 1; !isStopped; kills++) {
      await pause(SECONDS_PER_KILL * 1_000)
      await replicas.replace(Math.floor(Math.random() * REPLICAS.length))
      console.log(`${kills} processes were killed`)
    }
  }
  kill().catch((error) => {
    if (!isStopped) throw error
  })
  return {
    async stop() {
      isStopped = true
      replicas.stop()
      await end(0)
    },
  }
}

/** The demo's outbox, which answers nothing that a proxy could have passed on, from a process that is alive. */
async function serveOutbox() {
  const at = await freePort()
  createServer(async (_request, response) => {
    const answers = (await webPorts.promise).map(async (one) =>
      (await fetch(`http://127.0.0.1:${one}/api/v1/demo/outbox`)).text(),
    )
    response.end(await Promise.any(answers))
  }).listen(at, '127.0.0.1')
  return `http://127.0.0.1:${at}`
}

/** Settings of a server without the demo. The mail server ends with this process, like the store. */
async function production() {
  const mail = await startMailServer()
  return {
    DEMO: '0',
    SECRET_KEY: randomBytes(33).toString('base64'),
    MAIL_URL: mail.url,
    MAIL_FROM: 'Flagyard <hello@flagyard.example>',
    MAILS: await serveMails(mail.taken),
  }
}

async function store() {
  const { credentials, bucketName, url } = await startS3Server()
  return {
    FILES_URL: `s3://${bucketName}/?region=${credentials.region}&endpoint=${url}&path-style=true`,
    AWS_ACCESS_KEY_ID: credentials.keyId,
    AWS_SECRET_ACCESS_KEY: credentials.secret,
  }
}
