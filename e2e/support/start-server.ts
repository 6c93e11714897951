/**
 * Starts the built product for the tests: `node support/start-server.ts embedded|postgres|production PORT`. Postgres is a private one.
 * `production` has no demo: an empty catalogue on Postgres, files in a bucket, and mails over SMTP.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bringCrowd } from '../../api-server/test/fixtures/seed-users.ts'
import { startS3Server } from '../../api-server/test/s3/server.ts'
import { createDatabase } from '../../api-server/test/servers/database-names.ts'
import { startMailServer } from '../../api-server/test/servers/mail-server.ts'
import { folderInMemory, type PrivatePostgres, startPostgres } from '../../api-server/test/servers/postgres.ts'
import { startCommand } from '../../api-server/test/servers/start-command.ts'
import { DEMO_PASSWORD, SEEDED_REFERRER } from './demo.ts'
import { serveMails } from './sent-mails.ts'
import { deleteServerInfo, saveServerInfo } from './server-info.ts'

const [kind = 'embedded', port = '4310'] = process.argv.slice(2)
// The embedded database waits for the disk at every commit.
const dataDir = mkdtempSync(join(folderInMemory(), 'flagyard-journeys-'))
const postgres: PrivatePostgres | undefined = kind !== 'embedded' ? await startPostgres() : undefined
const database = postgres && (await createDatabase(postgres.url))
const environment = {
  ...(kind === 'production' ? await production() : { DEMO: '1', DEMO_PASSWORD }),
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

const server = spawn(process.execPath, startCommand.args, {
  env: { ...process.env, ...startCommand.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...environment },
  stdio: 'inherit',
})

if (database && kind === 'postgres')
  void bringCrowd(database.url, { from: SEEDED_REFERRER, people: 200, ready: `http://localhost:${port}/readyz` })

const stop = () => server.kill('SIGTERM')
process.once('SIGTERM', stop).once('SIGINT', stop)
server.once('close', async (code) => {
  deleteServerInfo(port)
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})

/** What only a server without the demo is told. The store and the mail server end with this process. */
async function production() {
  const [store, mail] = await Promise.all([startS3Server(), startMailServer()])
  const { credentials, bucketName, url } = store
  return {
    DEMO: '0',
    SECRET_KEY: randomBytes(33).toString('base64'),
    MAIL_URL: mail.url,
    MAIL_FROM: 'Flagyard <hello@flagyard.example>',
    MAILS: await serveMails(mail.taken),
    FILES_URL: `s3://${bucketName}/?region=${credentials.region}&endpoint=${url}&path-style=true`,
    AWS_ACCESS_KEY_ID: credentials.keyId,
    AWS_SECRET_ACCESS_KEY: credentials.secret,
  }
}
