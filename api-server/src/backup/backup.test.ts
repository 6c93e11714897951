import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, describeOnPostgres } from '../../test/database.ts'
import { programArgs } from '../../test/programs.ts'
import { startS3Server } from '../../test/s3/server.ts'
import { runCommand, startChild } from '../../test/spawn.ts'
import { assertSecretKey } from '../db/assert-secret-key.ts'
import { openEmbeddedDatabase } from '../db/embedded/embedded.ts'
import { openPostgresDatabase } from '../db/postgres/postgres.ts'
import { audit, outbox, settings, storedFiles, users } from '../db/schema/index.ts'
import { createQueue } from '../jobs/queue.ts'
import { createSecrets } from '../secrets.ts'

const SECRET_KEY = 'a secret key of the tests, long enough'
const folder = mkdtempSync(join(tmpdir(), 'flagyard-backup-'))
const of = (name: string) => join(folder, name)
const base = { INIT_CWD: folder, SECRET_KEY, DEMO: '0' }
const patience = { timeout: 60_000, interval: 50 }

const run = (args: string[], env: Record<string, string>) => runCommand('flagyard', args, { ...base, ...env })

/** Checksum of all rows of each table, and the position of each sequence. */
async function sumsOf(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and tablename !~ '^(queue_stats|version|bam|warning)' order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const filter = name === 'public.settings' ? "where key <> 'restored'" : ''
    const { rows } = await client.query(
      `select count(*) || ' ' || md5(coalesce(string_agg(md5(one::text), '' order by md5(one::text)), '')) as sum from ${name} one ${filter}`,
    )
    sums[name] = rows[0].sum
  }
  const { rows: sequences } = await client.query(
    `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  )
  for (const { sequencename, last_value } of sequences) sums[sequencename] = String(last_value)
  await client.end()
  return sums
}

const filesOf = (dataDir: string) => {
  const names = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  )
  const sum = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
  return Object.fromEntries(names.map((one) => [one.name, sum(join(one.parentPath, one.name))]).sort())
}

const DISK_IS_FULL = 'A disk is full: that of the database, or of a file that was being written.\n'
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0

/** Runs a command with a file system of this size in `disk`. Returns the files that it left there. */
async function onSmallDisk(size: string, args: string[], env: Record<string, string>) {
  mkdirSync(of('disk'), { recursive: true })
  const script = `mount -t tmpfs -o size=${size} none disk && "$@"; code=$?; cd disk && find . -type f -printf '%P\\n'; exit $code`
  const child = spawn(
    'unshare',
    [
      '-rm',
      'sh',
      '-c',
      script,
      'sh',
      process.execPath,
      ...programArgs('flagyard', { embedded: !env.DATABASE_URL }),
      ...args,
    ],
    {
      cwd: folder,
      env: { PATH: process.env.PATH, ...base, ...env },
    },
  )
  const [left, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, errors, left }
}

const isEmpty = async (url: string) => Object.keys(await sumsOf(url)).length === 0

describeOnPostgres('a backup', () => {
  let source: Awaited<ReturnType<typeof createTestDatabase>>
  let expected: Record<string, string>
  const databases: { drop(): Promise<void> }[] = []
  const emptyDatabase = async () => {
    const made = await createTestDatabase({ migrated: false })
    databases.push(made)
    return made.url
  }

  /** Makes a backup while another transaction writes to a table that was read already and to one that was not. */
  beforeAll(async () => {
    source = await createTestDatabase()
    databases.push(source)
    await fill(source.url)
    expected = await sumsOf(source.url)
    const blocker = new pg.Client({ connectionString: source.url })
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('lock table users in access exclusive mode')
    const env = { ...base, DATABASE_URL: source.url, DATA_DIR: of('source') }
    const backup = startChild('flagyard', ['backup', 'one.tar'], env)
    const isWaiting = async () =>
      (await blocker.query(`select 1 from pg_locks where not granted and relation = 'users'::regclass`)).rowCount === 1
    await vi.waitFor(async () => expect(await isWaiting()).toBe(true), patience)
    await blocker.query(
      `insert into users (username, email, password_hash, full_name) values ('late', 'late@example.org', 'none', 'Late')`,
    )
    await blocker.query(`insert into audit (action, subject_type, subject_id) values ('late', 'users', 'late')`)
    await blocker.query('commit')
    await blocker.end()
    expect({ code: await backup.ended, errors: backup.errors() }).toEqual({ code: 0, errors: '' })
  }, 120_000)
  afterAll(async () => {
    for (const { drop } of databases) await drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('restores the rows and files of one moment, into the embedded database and, while that is in use, back into Postgres', async () => {
    const embedded = { DATA_DIR: of('embedded') }
    const into = await run(['restore', 'one.tar', '--json'], embedded)
    expect(into).toMatchObject({ code: 0, errors: '' })
    expect(JSON.parse(into.output)).toMatchObject({ unfinished: { exams: 0, labs: 0, mails: 1 }, lost_jobs: 0 })
    // As a server would: its open transaction is not in the backup.
    const serving = await openEmbeddedDatabase(of('embedded'))
    await serving.db.transaction(async (tx) => {
      await tx.insert(settings).values({ key: 'uncommitted', value: 1 })
      expect(await run(['backup', 'two.tar'], embedded)).toMatchObject({ code: 0, errors: '' })
    })
    await serving.close()
    expect(readdirSync(of('embedded')).toSorted()).toEqual(['database', 'database.lock', 'files'])
    const url = await emptyDatabase()
    const back = await run(['restore', 'two.tar'], { DATABASE_URL: url, DATA_DIR: of('back') })
    expect(back).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Restored \d+ rows of \d+ tables and 2 files/),
    })
    expect(await sumsOf(url)).toEqual(expected)
    expect(filesOf(of('back'))).toEqual(filesOf(of('source')))
    expect(await run(['migrate', '--plan'], { DATABASE_URL: url, DATA_DIR: of('back') })).toMatchObject({
      output: expect.stringMatching(/^No migration is pending\.\n/),
    })
  }, 120_000)

  test('of another key, truncated, changed, or of a newer schema is refused before anything is written', async () => {
    const whole = readFileSync(of('one.tar'))
    const at = whole.indexOf('some bytes of a film')
    const damaged = Buffer.from(whole)
    damaged[at] = damaged[at]! ^ 1
    const head = JSON.parse(await entryOf(whole, 'backup.json'))
    const newer = { ...head, migrations: [...head.migrations, { at: Date.now() * 2, hash: 'x' }] }
    const manifest = JSON.parse(await entryOf(whole, 'manifest.json'))
    const forged = { ...manifest, entries: manifest.entries.map((entry: object) => ({ ...entry })) }
    forged.files.count = 0
    const url = await emptyDatabase()
    const restore = async (name: string, bytes: Buffer, env = {}) => {
      writeFileSync(of(name), bytes)
      return run(['restore', name], { DATABASE_URL: url, DATA_DIR: of('refused'), ...env })
    }
    const refusals = [
      [
        await restore('key.tar', whole, { SECRET_KEY: 'another secret key, long enough too' }),
        /SECRET_KEY does not match/,
      ],
      [await restore('short.tar', whole.subarray(0, whole.length - 200_000)), /incomplete/],
      [await restore('no-manifest.tar', await without(whole, 'manifest.json')), /ends before its manifest/],
      [await restore('damaged.tar', damaged), /files\/content\/film\.webm does not match its checksum/],
      [await restore('newer.tar', await replaced(whole, 'backup.json', newer)), /schema is newer than this release/],
      [await restore('forged.tar', await replaced(whole, 'manifest.json', forged)), /does not match its seal/],
      [await restore('other.tar', randomBytes(2_000)), /incomplete or damaged/],
      [await run(['restore', 'nowhere.tar'], { DATA_DIR: of('refused') }), /ENOENT.*nowhere\.tar/],
    ] as const
    for (const [{ code, output, errors }, sentence] of refusals) {
      expect(errors).toMatch(sentence)
      expect([code, output]).toEqual([sentence.source.startsWith('ENOENT') ? 74 : 65, ''])
    }
    expect(await isEmpty(url)).toBe(true)
    expect([existsSync(of('refused/files')), existsSync(of('refused/database.draft'))]).toEqual([false, false])
  }, 120_000)

  test('is never restored over a database or files that exist, nor written over a file', async () => {
    const over = await run(['restore', 'one.tar'], { DATABASE_URL: source.url, DATA_DIR: of('new') })
    expect(over).toMatchObject({ code: 65, errors: expect.stringContaining('is not empty') })
    const url = await emptyDatabase()
    mkdirSync(of('used/files/content'), { recursive: true })
    writeFileSync(of('used/files/content/other'), 'of another installation')
    const files = await run(['restore', 'one.tar'], { DATABASE_URL: url, DATA_DIR: of('used') })
    expect(files).toMatchObject({ code: 65, errors: expect.stringContaining('The file store is not empty') })
    expect([await isEmpty(url), Object.keys(filesOf(of('used')))]).toEqual([true, ['other']])
    const again = await run(['backup', 'one.tar'], { DATABASE_URL: source.url, DATA_DIR: of('source') })
    expect(again).toMatchObject({ code: 65, errors: expect.stringContaining('exists already') })
  }, 120_000)

  test('is restored as a drill, which finds missing files, and removes its database and that of a killed drill', async () => {
    const live = await createTestDatabase()
    const opened = openPostgresDatabase(live.url)
    const [used, unused] = ['a', 'b'].map((letter) => `${letter.repeat(64)}.webm`) as [string, string]
    await opened.db.insert(storedFiles).values([
      { name: used, kind: 'film', bytes: 1 },
      { name: unused, kind: 'film', bytes: 1, unused_since: new Date() },
    ])
    const env = { DATABASE_URL: live.url, DATA_DIR: of('source') }
    expect(await run(['backup', 'incomplete.tar'], env)).toMatchObject({ code: 0 })
    const before = await sumsOf(live.url)
    const prefix = `${new URL(live.url).pathname.slice(1)}_drill_`
    const scratch = async () =>
      (await opened.pool.query(`select datname from pg_database where starts_with(datname, '${prefix}')`)).rows
    await opened.pool.query(`create database ${prefix}of_somebody`)
    const args = ['restore', 'incomplete.tar', '--drill', '--json']
    const killed = startChild('flagyard', args, { ...base, ...env })
    await vi.waitFor(async () => expect(await scratch()).toHaveLength(2), { ...patience, interval: 10 })
    killed.process.kill('SIGKILL')
    expect([await killed.ended, (await scratch()).length]).toEqual(['SIGKILL', 2])
    await vi.waitFor(async () => expect(await isUsed(prefix)).toBe(false), patience)

    const { code, output } = await run(args, env)
    expect([code, JSON.parse(output).differences]).toEqual([65, [`The file ${used} is missing.`]])
    expect(await scratch()).toEqual([{ datname: `${prefix}of_somebody` }])
    expect([await sumsOf(live.url), existsSync(of('source/drill'))]).toEqual([before, false])

    await opened.pool.query(`create role "${prefix}" login password 'none'`)
    const DATABASE_URL = Object.assign(new URL(live.url), { username: prefix, password: 'none' }).href
    expect(await run(args, { ...env, DATABASE_URL })).toMatchObject({
      code: 65,
      errors: expect.stringContaining('alter role NAME createdb'),
    })
    for (const what of [`database ${prefix}of_somebody`, `role "${prefix}"`]) await opened.pool.query(`drop ${what}`)
    await opened.close()
    await live.drop()
    async function isUsed(prefix: string) {
      const text = `select 1 from pg_stat_activity where starts_with(datname, '${prefix}')`
      return ((await opened.pool.query(text)).rowCount ?? 0) > 0
    }
  }, 120_000)

  test.skipIf(!process.env.LONG)(
    'that is killed leaves no backup, and a killed restore leaves an empty database and can be repeated',
    async () => {
      const env = { DATABASE_URL: source.url, DATA_DIR: of('source') }
      const blocker = new pg.Client({ connectionString: source.url })
      await blocker.connect()
      await blocker.query('begin; lock table users in access exclusive mode')
      const backup = startChild('flagyard', ['backup', 'killed.tar'], { ...base, ...env })
      await vi.waitFor(() => expect(existsSync(of('killed.tar.partial'))).toBe(true), patience)
      backup.process.kill('SIGKILL')
      expect([await backup.ended, existsSync(of('killed.tar'))]).toEqual(['SIGKILL', false])
      await blocker.end()
      expect(await run(['backup', 'killed.tar'], env)).toMatchObject({ code: 0, errors: '' })
      expect(existsSync(of('killed.tar.partial'))).toBe(false)

      const url = await emptyDatabase()
      const target = { DATABASE_URL: url, DATA_DIR: of('halved') }
      const restoring = startChild('flagyard', ['restore', 'one.tar'], { ...base, ...target })
      await vi.waitFor(() => expect(existsSync(of('halved/files/content/film.webm'))).toBe(true), {
        ...patience,
        interval: 2,
      })
      restoring.process.kill('SIGKILL')
      expect(await restoring.ended).toBe('SIGKILL')
      await vi.waitFor(async () => expect(await isEmpty(url)).toBe(true), patience)
      writeFileSync(of('halved/files/content/film.webm'), 'of another backup')
      expect(await run(['restore', 'one.tar'], target)).toMatchObject({
        code: 65,
        errors: expect.stringContaining('If an interrupted restore of another backup left it, remove it first'),
      })
      rmSync(of('halved/files'), { recursive: true })
      expect(await run(['restore', 'one.tar'], target)).toMatchObject({ code: 0, errors: '' })
      expect(await sumsOf(url)).toEqual(expected)
    },
    120_000,
  )

  test.skipIf(!process.env.LONG || !canMount)(
    'on a full disk, backup and restore fail with a sentence, and leave nothing',
    async () => {
      const backup = await onSmallDisk('2m', ['backup', 'disk/full.tar'], {
        DATABASE_URL: source.url,
        DATA_DIR: of('source'),
      })
      expect(backup).toEqual({ code: 74, errors: DISK_IS_FULL, left: '' })
      const url = await emptyDatabase()
      const files = await onSmallDisk('2m', ['restore', 'one.tar'], { DATABASE_URL: url, DATA_DIR: of('disk/data') })
      expect(files).toEqual({ code: 74, errors: DISK_IS_FULL, left: '' })
      expect(await isEmpty(url)).toBe(true)
      const embedded = await onSmallDisk('60m', ['restore', 'one.tar'], { DATA_DIR: of('disk/data') })
      expect(embedded).toEqual({ code: 74, errors: DISK_IS_FULL, left: 'data/database.lock\n' })
    },
    120_000,
  )

  test('is encrypted for a key of age or with a passphrase, and stored in a bucket', async () => {
    const identity = await generateX25519Identity()
    writeFileSync(of('identity'), `# secret\n${identity}\n`)
    writeFileSync(of('passphrase'), 'correct horse battery staple\n')
    writeFileSync(of('wrong'), 'incorrect horse battery staple\n')
    const store = await startS3Server()
    const { credentials, bucketName, url } = store
    const bucket = `s3://${bucketName}/nightly/one.age?region=${credentials.region}&endpoint=${url}&path-style=true`
    const env = {
      DATABASE_URL: source.url,
      DATA_DIR: of('source'),
      AWS_ACCESS_KEY_ID: credentials.keyId,
      AWS_SECRET_ACCESS_KEY: credentials.secret,
    }
    const recipient = await identityToRecipient(identity)
    expect(await run(['backup', 'one.age', '--recipient', recipient], env)).toMatchObject({ code: 0 })
    expect(readFileSync(of('one.age')).includes('some bytes of a film')).toBe(false)
    expect(await run(['restore', 'one.age', '--verify', '--identity', 'identity'], env)).toMatchObject({ code: 0 })
    expect(await run(['restore', 'one.age', '--verify'], env)).toMatchObject({
      code: 65,
      errors: expect.stringContaining('The backup is encrypted'),
    })
    expect(await run(['backup', bucket, '--passphrase-file', 'passphrase'], env)).toMatchObject({ code: 0, errors: '' })
    const verify = (file: string) => run(['restore', bucket, '--verify', '--passphrase-file', file], env)
    expect(await verify('passphrase')).toMatchObject({ code: 0, output: expect.stringContaining('is complete') })
    expect(await verify('wrong')).toMatchObject({
      code: 65,
      errors: expect.stringContaining('passphrase or key is wrong'),
    })
    await store.close()
  }, 120_000)
})

async function fill(url: string) {
  const opened = openPostgresDatabase(url)
  const { db } = opened
  await assertSecretKey(db, createSecrets(SECRET_KEY), { demo: false })
  const [user] = await db
    .insert(users)
    .values({ username: 'nora', email: 'nora@example.org', password_hash: 'none', full_name: 'Nora\tTab "Ü" \\N' })
    .returning({ id: users.id })
  const mail = { recipient: 'nora@example.org', subject: 'Hello', text: 'Two\nlines\r\nand \\ a backslash', html: '' }
  await db.insert(outbox).values({ kind: 'contact', user_id: user!.id, ...mail })
  await db.insert(settings).values({ key: 'long', value: 'x'.repeat(5_000_000) })
  await db.execute(sql`insert into ${audit} (action, subject_type, subject_id, after)
    select 'made', 'users', number::text, jsonb_build_object('number', number, 'empty', null) from generate_series(1, 2000) number`)
  await db.execute(sql`select setval('shell_log_id_seq', 4711)`)
  const queue = createQueue({ opened, log: console as never })
  queue.register({ name: 'backup.test', handle: async () => {} })
  await queue.start('web')
  await queue.send(db, 'backup.test', { note: 'waits' })
  await queue.stop()
  await opened.close()
  mkdirSync(of('source/files/content'), { recursive: true })
  writeFileSync(
    of('source/files/content/film.webm'),
    Buffer.concat([Buffer.from('some bytes of a film'), randomBytes(3_000_000)]),
  )
  writeFileSync(of('source/files/content/empty.vtt'), '')
}

/** Entries of an archive, changed. */
async function rewritten(archive: Buffer, change: (name: string, body: Buffer) => Buffer | null) {
  const reader = extract()
  Readable.from([archive]).pipe(reader)
  const writer = pack()
  const whole = buffer(writer)
  for await (const entry of reader) {
    const body = change(entry.header.name, await buffer(entry))
    if (body) writer.entry({ name: entry.header.name }, body)
  }
  writer.finalize()
  return whole
}
const without = (archive: Buffer, gone: string) => rewritten(archive, (name, body) => (name === gone ? null : body))
const replaced = (archive: Buffer, one: string, value: object) =>
  rewritten(archive, (name, body) => (name === one ? Buffer.from(JSON.stringify(value)) : body))
async function entryOf(archive: Buffer, one: string) {
  let found = ''
  await rewritten(archive, (name, body) => {
    if (name === one) found = String(body)
    return body
  })
  return found
}
