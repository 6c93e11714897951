/**
 * Four web processes and two workers on one Postgres and one S3 store, behind nginx with the site of `deploy/nginx.conf`. Half of them use PgBouncer in
 * session mode, the others list both database hosts. Every ten seconds one process is killed and replaced. Postgres crashes and restarts once, and later
 * fails over to a synchronous standby. Afterwards, the database must contain everything that was acknowledged, once.
 *
 * REPLICAS_SECONDS is the duration, REPLICAS_SEED repeats a run.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import * as schema from '../../src/db/schema/index.ts'
import { createRandom } from '../../src/demo/random.ts'
import { useRealHashes } from '../hashes.ts'
import { startS3Server } from '../s3/server.ts'
import { createDatabase } from '../servers/database-names.ts'
import { startMailServer } from '../servers/mail-server.ts'
import { startPgBouncer } from '../servers/pgbouncer.ts'
import { findBinaries, startPostgres } from '../servers/postgres.ts'
import { hasProgram, REPLICAS, SECONDS_PER_KILL, startReplicas } from '../servers/replicas.ts'
import { countLeases, enrol, findDamage, PASSWORD, Traffic } from './traffic.ts'

useRealHashes()

const SECONDS = Number(process.env.REPLICAS_SECONDS ?? 180)
const LEARNERS = 6
const seed = process.env.REPLICAS_SEED ?? randomUUID()
const canRun =
  process.env.LONG && !process.env.TEST_DATABASE_URL && findBinaries() && hasProgram('nginx') && hasProgram('pgbouncer')

describe.skipIf(!canRun)(`four web processes and two workers, REPLICAS_SEED=${seed}`, () => {
  test('lose and double nothing while processes are killed and Postgres restarts and fails over', {
    timeout: (SECONDS + 300) * 1_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flagyard-replicas-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const primary = await startPostgres({ durable: true })
    onTestFinished(primary.stop)
    const standby = await primary.startStandby!()
    onTestFinished(standby.stop)
    // From here on, a commit is acknowledged only when the standby has it.
    await administer(primary.url, `alter system set synchronous_standby_names = '*'`)
    await administer(primary.url, 'select pg_reload_conf()')
    const pgBouncer = await startPgBouncer(primary.url)
    onTestFinished(pgBouncer.stop)
    const { url } = await createDatabase(primary.url)
    const { pathname } = new URL(url)
    const hosts = `${new URL(primary.url).host},${new URL(standby.url).host}`
    const several = `${url.replace(new URL(url).host, hosts)}?target_session_attrs=read-write`
    const pooled = Object.assign(new URL(pgBouncer.url), { pathname }).href
    const [store, mail] = [await startS3Server(), await startMailServer()]
    onTestFinished(async () => {
      await store.close()
      await mail.close()
    })

    const opened = openPostgresDatabase(several, { connections: 2 })
    onTestFinished(opened.close)
    await opened.migrate()
    const settings = {
      DATA_DIR: folder,
      DEMO: '1',
      DEMO_PASSWORD: PASSWORD,
      LOG_LEVEL: 'fatal',
      MAIL_URL: mail.url,
      MAIL_FROM: 'hello@flagyard.example',
      FILES_URL: `s3://${store.bucketName}/?region=${store.credentials.region}&endpoint=${store.url}&path-style=true`,
      AWS_ACCESS_KEY_ID: store.credentials.keyId,
      AWS_SECRET_ACCESS_KEY: store.credentials.secret,
    }
    const flags = await enrol(opened.db, settings, { learners: LEARNERS })
    const replicas = await startReplicas(folder, (at) => ({ ...settings, DATABASE_URL: at % 2 ? pooled : several }))
    onTestFinished(replicas.stop)

    const traffic = new Traffic(replicas.origin)
    const working = traffic.begin(LEARNERS, flags)
    const random = createRandom(seed)
    let kills = 0
    const restartAt = SECONDS / 3
    const failOverAt = (SECONDS * 2) / 3
    let [restarted, failedOver] = [false, false]
    const began = performance.now()
    for (let seconds = 0; seconds < SECONDS; seconds = (performance.now() - began) / 1_000) {
      if (!restarted && seconds > restartAt) {
        restarted = true
        await primary.restart!()
      }
      if (!failedOver && seconds > failOverAt) {
        failedOver = true
        await primary.crash!()
        await administer(standby.url, 'select pg_promote()')
        pgBouncer.follow(standby.url)
      }
      const next = pause(SECONDS_PER_KILL * 1_000)
      await replicas.replace(random.whole(0, REPLICAS.length - 1))
      kills++
      await next
    }
    traffic.stop()
    await working

    const { db } = opened
    const damage = await findDamage(db, traffic)
    const ids = mail.taken.map(({ content }) => /^Message-ID: (.+)$/im.exec(content)?.[1])
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
    console.log(
      `replicas ${seed}: ${Math.round((performance.now() - began) / 1_000)} s, ${kills} kills; ${traffic.requests}; ` +
        `${traffic.acknowledged.orders.size} orders, ${traffic.acknowledged.guesses.size} flags, ` +
        `${traffic.acknowledged.files.size} uploads, ${await countLeases(db)} labs and ${ids.length} mails checked: ` +
        `${Object.entries(damage)
          .map(([name, found]) => `${found.length} ${name}`)
          .join(', ')}; ${traffic.streams}\n` +
        `Failed: ${traffic.failed.join('\n') || 'none'}`,
    )
    for (const [name, found] of Object.entries(damage)) expect(found, name).toEqual([])
    expect(twice, 'mails sent twice').toEqual([])
    for (const name of traffic.acknowledged.files)
      expect(
        [...store.bucket.objects.keys()].some((key) => key.includes(name)),
        name,
      ).toBe(true)
    expect([...traffic.examEnds]).toEqual([
      (await db.select().from(schema.examAttempts))[0]?.active_until?.toISOString(),
    ])
    expect(traffic.failed, 'after one retry').toEqual([])
    expect((await db.execute(sql`show in_hot_standby`)) as unknown).toMatchObject({ rows: [{ in_hot_standby: 'off' }] })
    expect(traffic.acknowledged.orders.size).toBeGreaterThan(LEARNERS)
    expect(traffic.acknowledged.files.size).toBeGreaterThan(0)
  })
})

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}
