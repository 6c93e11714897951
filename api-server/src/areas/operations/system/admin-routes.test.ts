import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { createDatabase, dropDatabase } from '../../../../test/servers/database-names.ts'
import { findBinaries, startPostgres } from '../../../../test/servers/postgres.ts'
import { openPostgresDatabase } from '../../../db/postgres/postgres.ts'
import { alarms, outbox, processes, storedFiles } from '../../../db/schema/index.ts'
import { readRelease } from '../../../release.ts'
import { startHeartbeat } from './index.ts'
import { withoutValues } from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  // Creates the tables of the queue. A web process runs no jobs.
  await app.deps.queue.start('web')
})
afterAll(async () => {
  await app.deps.queue.stop()
  await app.close()
})

const beatAs = (role: 'web' | 'worker', delay = 0) => {
  const config = { ...app.deps.config, role, databaseUrl: 'postgres://one-of-several' }
  return startHeartbeat({ ...app.deps, config }, () => delay)
}
const system = () => app.asAdmin.getSystem()

test('lists the heartbeats of two processes, and a stopped one no longer', async () => {
  const stopWeb = await beatAs('web', 12.5)
  const stopWorker = await beatAs('worker', Number.POSITIVE_INFINITY)
  const { processes: running } = await system()
  expect(running).toMatchObject([
    { role: 'web', pid: process.pid, is_responding: true, event_loop_delay_ms: 12.5, version: readRelease().version },
    { role: 'worker', pid: process.pid, is_responding: true, event_loop_delay_ms: 60_000 },
  ])
  expect(running[0]!.memory_bytes).toBeGreaterThan(10_000_000)
  await stopWorker()
  expect((await system()).processes.map(({ role }) => role)).toEqual(['web'])
  await stopWeb()
  expect((await system()).processes).toEqual([])
})

test('writes a heartbeat every ten seconds, also after its row expired and while the database fails', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = await beatAs('web')
  const [first] = await app.deps.db.delete(processes).returning()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  await vi.waitFor(async () => expect((await system()).processes).toMatchObject([{ id: first!.id }]))
  await stop()
  expect((await system()).processes).toEqual([])
})

test('shows a process as not responding after three missed heartbeats, last, and for a day', async () => {
  const { db } = app.deps
  const stop = await beatAs('web')
  const [row] = await db.select().from(processes)
  const stalled = { ...row!, id: crypto.randomUUID(), started_at: new Date(0) }
  await db.insert(processes).values(stalled)
  const beatAgo = (ago: string) =>
    db
      .update(processes)
      .set({ beat_at: sql`now() - ${ago}::interval` })
      .where(eq(processes.id, stalled.id))
  const states = async () => (await system()).processes.map((one) => [one.id === stalled.id, one.is_responding])
  await beatAgo('28 seconds')
  expect(await states()).toEqual([
    [true, true],
    [false, true],
  ])
  await beatAgo('31 seconds')
  expect(await states()).toEqual([
    [false, true],
    [true, false],
  ])
  await beatAgo('1 day')
  expect(await states()).toEqual([[false, true]])
  await stop()
  await db.delete(processes)
})

test('removes the rows of crashed processes from the embedded database, which has one process', async () => {
  await beatAs('web')
  const config = { ...app.deps.config, databaseUrl: undefined }
  const stop = await startHeartbeat({ ...app.deps, config }, () => 0)
  expect((await system()).processes).toHaveLength(1)
  await stop()
})

test('counts waiting, sent, refused and failed mails, open alarms and stored files', async () => {
  const { db, config } = app.deps
  const before = await system()
  const mail = { kind: 'x', recipient: 'r', subject: 's', text: 't', html: 'h' }
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await db.insert(outbox).values([
    { ...mail, state: 'waiting', created_at: ago(2) },
    { ...mail, state: 'sending' },
    { ...mail, state: 'sent', sent_at: ago(1) },
    { ...mail, state: 'sent', sent_at: ago(1), created_at: ago(40) },
    { ...mail, state: 'sent', sent_at: ago(25), created_at: ago(26) },
    { ...mail, state: 'bounced', created_at: ago(60) },
    { ...mail, state: 'bounced', created_at: ago(80) },
    { ...mail, state: 'failed' },
  ])
  const alarm = { kind: 'pool_low', level: 'notice', sentence: 'Low' } as const
  await db.insert(alarms).values([
    { ...alarm, subject: 'open' },
    { ...alarm, subject: 'ended', ended_at: ago(1) },
    { ...alarm, subject: 'muted', muted_until: ago(-1) },
    { ...alarm, subject: 'open again', muted_until: ago(1) },
  ])
  const file = { kind: 'picture', bytes: 1_000 } as const
  await db.insert(storedFiles).values({ ...file, name: `${'a'.repeat(64)}.png` })
  const after = await system()
  expect(after.mail).toEqual({
    server: 'demo',
    waiting: 2,
    oldest_at: expect.any(String),
    sent: before.mail.sent + 2,
    refused: 1,
    failed: 1,
  })
  expect(Date.now() - Date.parse(after.mail.oldest_at!)).toBeGreaterThan(7_100_000)
  expect(after.open_alarms).toBe(2)
  expect(after.storage).toEqual({ used_bytes: before.storage.used_bytes + 1_000, max_bytes: config.fileLimits.stored })
})

test('counts due jobs by queue, longest wait first, and failed jobs', async () => {
  const { db } = app.deps
  await db.execute(sql`insert into jobs.job (name, state, start_after, created_on) values
    ('mail.send', 'created', now() - interval '1 minute', now()),
    ('bulk.run', 'created', now(), now()),
    ('bulk.run', 'retry', now() - interval '5 minutes', now() - interval '1 day'),
    ('bulk.run', 'created', now() + interval '1 hour', now()),
    ('bulk.run', 'completed', now() - interval '1 day', now()),
    ('bulk.sweep', 'active', now(), now()),
    ('dead', 'created', now(), now())`)
  const { queues, dead_jobs } = await system()
  expect(queues).toMatchObject([
    { job: 'bulk.run', waiting: 2 },
    { job: 'mail.send', waiting: 1 },
  ])
  expect(Math.round((Date.now() - Date.parse(queues[0]!.oldest_at)) / 60_000)).toBe(5)
  expect(dead_jobs).toBe(1)
})

test('lists the newest hundred of many failed jobs, counts at most 10,001, and restarts any of them', async () => {
  const { db } = app.deps
  await db.execute(sql`delete from jobs.job`)
  await db.execute(sql`insert into jobs.job (name, state, data, created_on, source_name, source_output)
    select 'dead', 'created', '{}', now() - make_interval(secs => n), 'bulk.run', jsonb_build_object('message', 'failure ' || n)
    from generate_series(1, 10050) n`)
  const listed = await app.asAdmin.listDeadJobs()
  expect(listed.map(({ error }) => error)).toEqual(Array.from({ length: 100 }, (_, at) => `failure ${at + 1}`))
  expect((await system()).dead_jobs).toBe(10_001)
  const { rows } = (await db.execute(
    sql`select id from jobs.job where source_output->>'message' = 'failure 10050'`,
  )) as unknown as { rows: { id: string }[] }
  await app.asAdmin.reviveDeadJob({ id: rows[0]!.id })
  const [revived] = (await system()).queues
  expect(revived).toMatchObject({ job: 'bulk.run', waiting: 1 })
  await db.execute(sql`delete from jobs.job`)
})

test('shows the release, the newest migration, and the size of the database and its tables', async () => {
  const { release, database, clock_difference_ms } = await system()
  expect(release).toEqual(await app.asAdmin.getVersion())
  expect(release).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: null })
  expect(release.schema).toMatch(/^\d{4}_[a-z_]+$/)
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(database.tables).toHaveLength(10)
  expect(database.tables.map(({ bytes }) => bytes)).toEqual(
    database.tables.map(({ bytes }) => bytes).toSorted((a, b) => b - a),
  )
  expect(database.slowest).toBeNull()
  expect(Math.abs(clock_difference_ms)).toBeLessThan(1_000)
  await app.deps.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 99999999999999)`,
  )
  expect((await app.asAdmin.getVersion()).schema).toBeNull()
})

test('reads release and commit from release.json', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flagyard-release-'))
  expect(readRelease(folder)).toEqual({ version: 'unknown', commit: null })
  writeFileSync(join(folder, 'package.json'), '{"version":"0.9.0"}')
  expect(readRelease(folder)).toEqual({ version: '0.9.0', commit: null })
  writeFileSync(join(folder, 'release.json'), '{"version":"1.0.0","commit":"49e9f663"}')
  expect(readRelease(folder)).toEqual({ version: '1.0.0', commit: '49e9f663' })
})

test('is open to owners and to administrators of clouds; the version to every administrator', async () => {
  const admin = (capability: string) =>
    app.as(`only-${capability}`, { roles: ['user', 'admin'], capabilities: [capability] })
  for (const capability of ['owner', 'cloud']) await admin(capability).getSystem()
  for (const capability of ['support', 'content', 'finance']) {
    await expect(admin(capability).getSystem()).rejects.toMatchObject({ code: 'forbidden' })
    await admin(capability).getVersion()
  }
  await expect(app.asLearner.getVersion()).rejects.toMatchObject({ code: 'forbidden' })
  await expect(admin('cloud').listDeadJobs()).rejects.toMatchObject({ code: 'forbidden' })
})

test.each([
  [
    "select * from users where email = 'ada@example.org' and id = $1",
    'select * from users where email = … and id = $1',
  ],
  ["update t set a = 'it''s', b = E'a\\'b', c = 4711.5 where d2 = 1", 'update t set a = …, b = …, c = … where d2 = …'],
  ["select 'cut off at the end", 'select …'],
  ["select e'cut off \\", 'select …'],
  ['insert into t values ($$secret$$), ($tag$one$tag$)', 'insert into t values (…'],
  ["select \"it's\", 'secret' -- for ada\nfrom t /* and bob */", 'select "it\'s", … … from t …'],
])('a statement is shown without its values: %s', (text, shown) => {
  expect(withoutValues(text)).toBe(shown)
})

describeOnPostgres('statements of other connections', () => {
  test('have no figures while pg_stat_statements is installed, but not loaded by the server', async () => {
    const on = await startTestApp({ database: await openTestPostgres() })
    await on.deps.queue.start('web')
    onTestFinished(async () => {
      await on.deps.queue.stop()
      await on.close()
    })
    await on.deps.db.execute(sql`create extension pg_stat_statements`)
    expect((await on.asAdmin.getSystem()).database.slowest).toBeNull()
  })

  test.skipIf(!process.env.LONG || !findBinaries())(
    'have figures without values where the server loads pg_stat_statements',
    async () => {
      const postgres = await startPostgres({ env: {}, settings: ['-c', 'shared_preload_libraries=pg_stat_statements'] })
      onTestFinished(() => postgres.stop())
      const { name, url } = await createDatabase(postgres.url)
      const database = openPostgresDatabase(url)
      await database.migrate()
      const on = await startTestApp({ database })
      await on.deps.queue.start('web')
      onTestFinished(async () => {
        await on.deps.queue.stop()
        await on.close()
        await dropDatabase(postgres.url, name)
      })
      expect((await on.asAdmin.getSystem()).database.slowest).toBeNull()
      await on.deps.db.execute(sql`create extension pg_stat_statements`)
      for (const _ of [1, 2, 3]) await on.deps.db.execute(sql`select pg_sleep(0.2), 'ada@example.org'`)
      const { slowest } = (await on.asAdmin.getSystem()).database
      expect(slowest?.[0]).toMatchObject({
        text: expect.stringMatching(/^select pg_sleep\(.{1,2}\), .{1,2}$/),
        calls: 3,
      })
      expect(slowest![0]!.mean_ms).toBeGreaterThanOrEqual(200)
      expect(slowest![0]!.total_ms).toBeGreaterThanOrEqual(600)
    },
    120_000,
  )

  test('lists one that waits for a lock, with the process that holds it', async () => {
    const other = await startTestApp({ database: await openTestPostgres() })
    const { db, queue } = other.deps
    await queue.start('web')
    await other.asLearner.getMe()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const change = sql`update users set full_name = 'Secret Name'`
    let holder = 0
    const holding = db.transaction(async (tx) => {
      await tx.execute(change)
      const { rows } = (await tx.execute(sql`select pg_backend_pid() as pid`)) as unknown as { rows: { pid: number }[] }
      holder = rows[0]!.pid
      await held
    })
    await vi.waitFor(() => expect(holder).toBeGreaterThan(0))
    const waiting = Promise.resolve(db.execute(change))
    await vi.waitFor(async () => {
      const { running } = (await other.asAdmin.getSystem()).database
      expect(running).toContainEqual(
        expect.objectContaining({ state: 'active', blocked_by: [holder], text: 'update users set full_name = …' }),
      )
    })
    release()
    await Promise.all([holding, waiting])
    await queue.stop()
    await other.close()
  })
})
