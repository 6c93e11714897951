import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, describeOnPostgres } from '../../test/database.ts'
import { startS3Server } from '../../test/s3/server.ts'
import { S3Error } from '../../test/s3/signature.ts'
import { startMailServer } from '../../test/servers/mail-server.ts'
import { startPgBouncer } from '../../test/servers/pgbouncer.ts'
import { freePort } from '../../test/servers/postgres.ts'
import { hasProgram } from '../../test/servers/replicas.ts'
import { runCommand, startChild } from '../../test/spawn.ts'
import { acquireLock } from '../db/embedded/lock.ts'
import { findLastStart, listUpgradeSteps, saveLastStart } from '../db/last-start.ts'
import { listMigrations } from '../db/migrations.ts'
import { openPostgresDatabase } from '../db/postgres/postgres.ts'
import { factors, settings, users } from '../db/schema/index.ts'
import type { NamedFinding } from '../doctor/check.ts'
import { listSteps } from '../release.ts'

const SECRET_KEY = 'a secret key of the tests, long enough'
const root = mkdtempSync(join(tmpdir(), 'flagyard-doctor-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const newFolder = () => mkdtempSync(join(root, 'data-'))
const run = (args: string[], env: Record<string, string>) =>
  runCommand('flagyard', args, { DATA_DIR: newFolder(), SECRET_KEY, ...env })

/** Warnings and errors of a run, by check. */
async function examine(env: Record<string, string>, ...args: string[]) {
  const { code, output, errors } = await run(['doctor', '--json', ...args], env)
  expect(errors).toBe('')
  const { findings, ...counts } = JSON.parse(output) as { errors: number; warnings: number; findings: NamedFinding[] }
  expect(code).toBe(counts.errors > 0 ? 65 : 0)
  const bad = findings.filter(({ level }) => level !== 'ok')
  expect(bad.filter(({ level }) => level === 'error')).toHaveLength(counts.errors)
  return { code, lines: bad.map(({ level, check, message }) => `${level} ${check}: ${message}`), findings }
}

const match = (...patterns: RegExp[]) => patterns.map((pattern) => expect.stringMatching(pattern))

test('reports wrong, empty and absurd variables, and names the variable that a misspelt one means', async () => {
  const { lines, code } = await examine({
    ...{
      TRUSTED_PROXY: '10.0.0.0/8',
      MAX_FILM_SIZE: '',
      MAX_PICTURE_SIZE: '0B',
      MAX_DOWNLOAD_SIZE: '4000TiB',
      SIMULATED_PACE_MS: ' ',
    },
  })
  expect(code).toBe(65)
  expect(lines).toEqual([
    'warning configuration: TRUSTED_PROXY is not a variable of Flagyard. Did you mean TRUSTED_PROXIES?',
    'error configuration: MAX_FILM_SIZE is empty. Give it a value, or remove it.',
    'error configuration: MAX_PICTURE_SIZE must be from 1KiB to 1024TiB.',
    'error configuration: MAX_DOWNLOAD_SIZE must be from 1KiB to 1024TiB.',
    'error configuration: SIMULATED_PACE_MS is empty. Give it a value, or remove it.',
  ])
}, 60_000)

test('reports a folder, store, mail server, program, modules and a database that cannot be used', async () => {
  const dataDir = newFolder()
  chmodSync(dataDir, 0o777)
  writeFileSync(join(dataDir, 'files'), 'not a folder')
  const modules = join(dataDir, 'modules')
  mkdirSync(modules)
  writeFileSync(join(modules, 'modules.sum'), 'aws/gone 1.0.0 0000\n')
  const terraform = join(dataDir, 'terraform')
  writeFileSync(terraform, `#!/bin/sh\necho '{"terraform_version":"1.4.9"}'\n`, { mode: 0o755 })
  const { lines, findings } = await examine({
    ...{ DATA_DIR: dataDir, LAB_DRIVER: 'terraform', TERRAFORM_BIN: terraform, MODULES_DIR: modules },
    ...{ MAIL_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'a@b.example' },
    ...{ NUKE_AWS: 'no-such-cleaner --config {config}', CLEAN_BASELINE_FILE: terraform },
    DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none`,
  })
  expect(lines).toEqual(
    match(
      /^warning data folder: All users .* Run: chmod o= /,
      /^error file store: A file cannot be written in .*: .* Give this user/,
      /^error mail: The mail server refuses us: .*ECONNREFUSED.* Check MAIL_URL/,
      /^error terraform: The program .* is 1\.4\.9, older than 1\.5\.$/,
      /^error modules: Labs with these modules cannot be built/,
      /^error cleaners: This user cannot run no-such-cleaner\./,
      /^error baseline: The baseline file .* cannot be used/,
      /^error database: The database at .* cannot be reached \(ECONNREFUSED\)/,
    ),
  )
  expect(findings.find(({ check }) => check === 'modules')?.details).toEqual(['aws/gone 1.0.0'])
}, 60_000)

test.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')(
  'reports a disk that is almost full',
  async () => {
    const dataDir = newFolder()
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', dataDir], {
      encoding: 'utf8',
    })
    onTestFinished(() => void spawnSync('umount', [dataDir]))
    expect(mounted.stderr).toBe('')
    const { lines, findings } = await examine({ DATA_DIR: dataDir, DEMO: '1' })
    expect(lines).toEqual(match(/^error disk: [78] MiB are free in .* Delete files, or use a larger disk\.$/))
    expect(findings.at(-1)).toMatchObject({ check: 'database', message: expect.stringContaining('none yet') })
    expect(existsSync(join(dataDir, 'database')), 'no database is created').toBe(false)
  },
  60_000,
)

test('does not check the embedded database while the server uses it', async () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'database'))
  const lock = await acquireLock(join(dataDir, 'database.lock'), dataDir)
  onTestFinished(() => lock.release())
  const { lines, code } = await examine({ DATA_DIR: dataDir, DEMO: '1' })
  expect([code, lines]).toEqual([
    0,
    match(/^warning database: Not checked: the server is using the database in .* Stop it/),
  ])
}, 60_000)

describeOnPostgres('on Postgres', () => {
  async function openNew(options?: { migrated: boolean }) {
    const { url, drop } = await createTestDatabase(options)
    onTestFinished(drop)
    const opened = openPostgresDatabase(url, { connections: 1 })
    onTestFinished(opened.close)
    return { ...opened, url, name: new URL(url).pathname.slice(1) }
  }

  test('an installation without problems passes, and a test message arrives', async () => {
    const { url } = await openNew()
    const mail = await startMailServer()
    onTestFinished(mail.close)
    const store = await startS3Server()
    onTestFinished(store.close)
    const { keyId, secret, region } = store.credentials
    const env = {
      DATABASE_URL: url,
      MAIL_URL: mail.url,
      MAIL_FROM: 'Flagyard <a@b.example>',
      FILES_URL: `s3://${store.bucketName}?endpoint=${store.url}&path-style=true&region=${region}`,
      AWS_ACCESS_KEY_ID: keyId,
      AWS_SECRET_ACCESS_KEY: secret,
    }
    const { code, output, errors } = await run(['doctor', '--mail', 'ada@b.example'], env)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(/^ok +configuration +All variables are valid\.$/m)
    expect(output).toMatch(
      /^ok +mail +The mail server accepted a test message to ada@b\.example\. Check that it arrives\.$/m,
    )
    expect(output).toMatch(/\n\nErrors: 0\. Warnings: 0\.\n$/)
    expect(mail.taken).toMatchObject([{ to: ['ada@b.example'], content: expect.stringContaining('test message') }])
    expect(store.requests.map((request) => request.split(' ')[0])).toEqual(['GET', 'PUT', 'GET', 'DELETE'])
    expect(store.bucket.objects.size, 'no file is left').toBe(0)
  }, 60_000)

  test('reports a bucket that may not be listed', async () => {
    const { url } = await openNew()
    const store = await startS3Server()
    onTestFinished(store.close)
    store.fault.answer = new S3Error(403, 'AccessDenied')
    const { keyId, secret, region } = store.credentials
    const { lines, code } = await examine({
      ...{ DATABASE_URL: url, DEMO: '1', AWS_ACCESS_KEY_ID: keyId, AWS_SECRET_ACCESS_KEY: secret },
      FILES_URL: `s3://${store.bucketName}?endpoint=${store.url}&path-style=true&region=${region}`,
    })
    expect(code).toBe(65)
    expect(lines).toEqual(
      match(/^error file store: The credentials are rejected by the bucket flagyard-tests .* and its rights\.$/),
    )
    expect(store.requests).toEqual([expect.stringMatching(/^GET .*list-type=2/)])
  }, 60_000)

  test('reports a server that is too old, set up wrongly, or has another time', async () => {
    const { url, db, name } = await openNew({ migrated: false })
    // Functions and views before those of Postgres take the place of another server.
    await db.execute(
      sql.raw(`
      create function public.current_setting(text) returns text language sql as
        $$ select case $1 when 'server_version' then '14.9' when 'server_version_num' then '140009'
          when 'server_encoding' then 'LATIN1' else pg_catalog.current_setting($1) end $$;
      create function public.clock_timestamp() returns timestamptz language sql as
        $$ select pg_catalog.clock_timestamp() - interval '45 s' $$;
      create view public.pg_available_extensions as select 'hstore' as name;
      grant select on public.pg_available_extensions to public;
      create role ${name}_reader login password 'reader';
      alter role ${name}_reader in database ${name} set search_path = public, pg_catalog;
      alter database ${name} set timezone = 'Europe/Berlin';`),
    )
    onTestFinished(() => db.execute(sql.raw(`drop role ${name}_reader`)).then(() => {}))
    const reader = new URL(url)
    Object.assign(reader, { username: `${name}_reader`, password: 'reader' })
    expect((await examine({ DATABASE_URL: reader.href, DEMO: '1' })).lines).toEqual(
      match(
        /^error database: Postgres 14\.9 is too old\. Upgrade it to 15 or newer\.$/,
        /^error database: Its encoding is LATIN1\. Create the database with: createdb -E UTF8/,
        /^error database: The user of DATABASE_URL may not create tables/,
        /^error database: The extension pg_trgm is missing/,
        /^warning database: Its time zone is Europe\/Berlin/,
        /^error clock: The clock of this machine is 4[4-6] s ahead of the database's\. .*no process of this machine is ready\.$/,
      ),
    )
  }, 60_000)

  test('reports another key, a failed migration, too few connections, another address, and the steps of an upgrade', async () => {
    const opened = await openNew()
    const { url, db, name } = opened
    const first = await run(['admin', 'create', 'ada', 'ada@b.example'], { DATABASE_URL: url })
    expect(first.code).toBe(0)
    expect(await findLastStart(db), 'an installation is no upgrade').toEqual({ version: '1.0.0', public_url: null })
    await db.delete(settings).where(eq(settings.key, 'last_start'))
    expect(await listUpgradeSteps(opened), 'of a release that stored nothing').toEqual(listSteps(undefined))
    await saveLastStart(db, { version: '0.9.0', public_url: 'https://old.example' })
    const [user] = await db.select({ user_id: users.id }).from(users)
    await db.insert(factors).values({ user_id: user!.user_id, kind: 'passkey', name: 'Key', confirmed_at: new Date() })
    await db.execute(
      sql.raw(`
      create table drizzle.failed_migration as select '0099_next' as name, now() as failed_at, 'web-1' as host, 'It failed' as error;
      alter database ${name} connection limit 9`),
    )
    const before = await db.select().from(settings)
    const env = {
      ...{ DATABASE_URL: url, SECRET_KEY: 'x'.repeat(40), PUBLIC_URL: 'https://new.example' },
      ...{
        FILES_URL: `s3://bucket?endpoint=http://127.0.0.1:${await freePort()}`,
        AWS_ACCESS_KEY_ID: 'k',
        AWS_SECRET_ACCESS_KEY: 's',
      },
      ...{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', AWS_MAX_ATTEMPTS: '1' },
    }
    const { lines, findings } = await examine(env, '--mail', 'ada@b.example')
    expect(lines).toEqual(
      match(
        /^error file store: .*cannot be reached/,
        /^error mail: No test message was sent: set MAIL_URL\.$/,
        /^error schema: The migration 0099_next failed on web-1 at .*: It failed$/,
        /^error secret key: SECRET_KEY does not match this database/,
        /^warning connections: 1 × 14 of 9 connections can be in use\. Raise/,
        /^warning address: PUBLIC_URL was https:\/\/old\.example at the last start, and is https:\/\/new\.example now/,
        /^warning upgrade: \d+ steps need you/,
      ),
    )
    const detailsOf = (name: string) => findings.find(({ check }) => check === name)?.details
    expect(detailsOf('address')).toEqual(
      match(
        /^Links .* https:\/\/old\.example/,
        /sign in again/,
        /^1 passkeys work only on old\.example/,
        /^Stripe .*https:\/\/new\.example\/api\/v1\/payments\/stripe\/events/,
        /^Scripts/,
      ),
    )
    await saveLastStart(db, { version: '1.0.0', public_url: 'http://localhost:8001' })
    const unset = await examine({ DATABASE_URL: url, SECRET_KEY, PORT: '8002' })
    expect(
      unset.findings.find(({ check }) => check === 'address'),
      'two processes without PUBLIC_URL',
    ).toMatchObject({ level: 'ok', message: 'PUBLIC_URL is not set, and is http://localhost:8002 for this port.' })
    await saveLastStart(db, { version: '0.9.0', public_url: 'https://old.example' })
    const steps = listSteps('0.9.0')
    expect(steps.length).toBeGreaterThan(0)
    expect(detailsOf('upgrade')).toEqual(steps.map((step) => expect.stringContaining(step.text)))
    expect(await db.select().from(settings), 'nothing was changed').toEqual(before)

    const plan = await run(['migrate', '--plan'], { DATABASE_URL: url })
    expect(plan.output).toContain(
      `No migration is pending.\n${steps.length} steps need you (CHANGELOG.md):\n${steps[0]?.version}, before`,
    )
  }, 60_000)

  test('a start logs the warnings once, then stores its release and address', async () => {
    const { url, db } = await openNew()
    const port = String(await freePort())
    const env = {
      DATABASE_URL: url,
      DATA_DIR: newFolder(),
      SECRET_KEY,
      DEMO: '0',
      PORT: port,
      PUBLIC_URL: 'http://localhost:1',
    }
    await saveLastStart(db, { version: '0.9.0', public_url: 'http://127.0.0.1:1' })
    await db.insert(users).values({ username: 'ada', email: 'ada@b.example', full_name: 'Ada', password_hash: '' })
    const server = startChild('flagyard', ['start', '--without-site'], env)
    onTestFinished(() => void server.process.kill('SIGKILL'))
    await expect
      .poll(() => findLastStart(db), { timeout: 30_000 })
      .toEqual({ version: '1.0.0', public_url: env.PUBLIC_URL })
    const warned = server
      .output()
      .split('\n')
      .flatMap((line) => (line.includes('"level":40') ? [JSON.parse(line)] : []))
    expect(warned.map(({ check }) => check)).toEqual(['mail', 'address', 'upgrade'])
    expect(warned[2].details).toHaveLength(listSteps('0.9.0').length)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(readdirSync(join(env.DATA_DIR, 'files')), 'no file is left').toEqual([])
    expect((await examine(env)).lines).toEqual(match(/^warning mail/))
  }, 60_000)

  test('reports pending and newer migrations', async () => {
    const { url, db } = await openNew()
    const last = listMigrations().at(-1)!
    const table = sql.raw('drizzle.__drizzle_migrations')
    await db.execute(sql`update ${table} set created_at = ${last.at + 1} where created_at = ${last.at}`)
    expect((await examine({ DATABASE_URL: url, DEMO: '1' })).lines).toEqual(
      match(/^warning schema: A newer release has applied 1 migrations/),
    )
    await db.execute(sql`delete from ${table} where created_at > ${last.at}`)
    expect((await examine({ DATABASE_URL: url, DEMO: '1' })).lines).toEqual(
      match(/^warning schema: 1 migrations are pending\. .* make a backup first/),
    )
  }, 60_000)

  test('version shows release and schema, also without a database', async () => {
    const { url } = await openNew()
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
    const schema = listMigrations().at(-1)?.name
    const shown = await run(['version', '--json'], { DATABASE_URL: url })
    expect(JSON.parse(shown.output)).toEqual({ version, commit: null, schema })
    const none = await run(['--version'], { DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none` })
    expect(none).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Flagyard 1\.\d+\.\d+, commit unknown, schema unknown: .*ECONNREFUSED/),
    })
  }, 60_000)

  test.skipIf(!hasProgram('pgbouncer')).each([
    [
      'transaction mode is refused, because it shares connections',
      'transaction' as const,
      /^error pooler: A pooler gives our connections to others.*pool_mode = session/,
    ],
    ['session mode passes', 'session' as const, undefined],
  ])(
    'a PgBouncer in %s',
    async (_, mode, expected) => {
      const { url } = await openNew()
      const pooler = await startPgBouncer(url, mode)
      onTestFinished(pooler.stop)
      const { lines } = await examine({ DATABASE_URL: pooler.url, DEMO: '1' })
      expect(lines).toEqual(expected ? match(expected) : [])
    },
    60_000,
  )
})
