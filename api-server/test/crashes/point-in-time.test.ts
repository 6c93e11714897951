/** Restores to a moment with pgBackRest, as docs/how-to/back-up-and-restore.md describes. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findBinaries, freePort, unprivileged } from '../servers/postgres.ts'
import { runCommand } from '../spawn.ts'

const bin = findBinaries()
const canRun = Boolean(process.env.LONG && bin && spawnSync('pgbackrest', ['version']).status === 0)

test.skipIf(!canRun)(
  'a database restored to a moment has what was committed before, and its restore is finished',
  { timeout: 300_000 },
  async () => {
    const owner = unprivileged()
    const folder = mkdtempSync(join(tmpdir(), 'flagyard-point-'))
    const [data, repository] = [join(folder, 'data'), join(folder, 'repository')]
    const port = await freePort()
    for (const path of [data, repository]) mkdirSync(path)
    writeFileSync(
      join(folder, 'pgbackrest.conf'),
      `[global]
repo1-path=${repository}
repo1-retention-full=2
start-fast=y
log-path=${folder}
lock-path=${folder}
[flagyard]
pg1-path=${data}
pg1-socket-path=${folder}
pg1-port=${port}
pg1-user=postgres
`,
    )
    if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder])
    const run = (file: string, ...args: string[]) =>
      execFileSync(file, args, { ...owner, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
    const pgbackrest = (...args: string[]) =>
      run('pgbackrest', `--config=${join(folder, 'pgbackrest.conf')}`, '--stanza=flagyard', ...args)
    const control = (...args: string[]) =>
      run(join(String(bin), 'pg_ctl'), '-D', data, '-w', '-l', join(folder, 'log'), ...args)
    run(join(String(bin), 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C')
    const command = `pgbackrest --config=${join(folder, 'pgbackrest.conf')} --stanza=flagyard archive-push %p`
    writeFileSync(
      join(data, 'postgresql.auto.conf'),
      `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\narchive_mode = on\narchive_command = '${command}'\n`,
    )
    if (owner) chownSync(join(data, 'postgresql.auto.conf'), owner.uid, owner.gid)
    control('start')
    onTestFinished(() => {
      spawnSync(join(String(bin), 'pg_ctl'), ['-D', data, 'stop', '-m', 'immediate'], { ...owner, cwd: folder })
      rmSync(folder, { recursive: true, force: true })
    })
    const DATABASE_URL = `postgres://postgres@127.0.0.1:${port}/flagyard`
    const env = {
      DATABASE_URL,
      DATA_DIR: join(folder, 'files'),
      DEMO: '0',
      SECRET_KEY: 'a secret key of the tests, long enough',
    }
    const query = async (text: string, database = 'flagyard') => {
      const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/${database}` })
      await client.connect()
      return (await client.query(text).finally(() => client.end())).rows
    }
    await query('create database flagyard', 'postgres')
    expect(await runCommand('flagyard', ['migrate'], env)).toMatchObject({ code: 0 })

    pgbackrest('stanza-create')
    pgbackrest('check')
    pgbackrest('backup')
    // The end of a backup is noted in whole seconds, and the moment must be later.
    await query('select pg_sleep(1.1)')
    await query(`insert into settings (key, value) values ('before', '1')`)
    const [moment] = (await query('select clock_timestamp() as at')) as [{ at: Date }]
    await query(`insert into settings (key, value) values ('after', '1')`)
    await query('drop table orders cascade')
    await query('select pg_switch_wal()')
    control('stop', '-m', 'fast')
    pgbackrest(
      '--delta',
      '--type=time',
      `--target=${moment.at.toISOString().replace('T', ' ').replace('Z', '+00')}`,
      '--target-action=promote',
      'restore',
    )
    control('start')

    const rows = await query(`select key from settings where key in ('before', 'after')`)
    expect([rows, await query('select count(*)::int as count from orders')]).toEqual([
      [{ key: 'before' }],
      [{ count: 0 }],
    ])
    expect(await runCommand('flagyard', ['restored', 'yesterday'], env)).toMatchObject({ code: 64 })
    expect(await runCommand('flagyard', ['restored', moment.at.toISOString()], env)).toMatchObject({
      code: 0,
      errors: '',
    })
    expect(await query(`select value->>'made_at' as made_at from settings where key = 'restored'`)).toEqual([
      { made_at: moment.at.toISOString() },
    ])
  },
)
