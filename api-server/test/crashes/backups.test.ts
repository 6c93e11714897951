/** Scheduled backups of a running server, and the memory of backups and restores of 10 GB. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { backupRuns } from '../../src/db/schema/index.ts'
import { createTestDatabase, kinds } from '../database.ts'
import { freePort } from '../servers/postgres.ts'
import { startChild } from '../spawn.ts'

const GIB = 2 ** 30
/** Total size of the files in the memory test. */
const FILES_GIB = Number(process.env.BACKUP_GIB ?? 10)
/** Maximum memory of a command in MiB. The embedded database runs inside it. */
const MAX_MEMORY = 300
const patience = { timeout: 120_000, interval: 20 }

describe.skipIf(!process.env.LONG).each(kinds)('backups of a running server on the %s database', (kind) => {
  const settings = async (): Promise<Record<string, string>> => {
    const folder = mkdtempSync(join(tmpdir(), 'flagyard-nightly-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const database = kind === 'postgres' ? await createTestDatabase() : undefined
    if (database) onTestFinished(database.drop)
    mkdirSync(join(folder, 'target'))
    return {
      ...{ DEMO: '0', SECRET_KEY: 'a secret key of the tests, long enough', PORT: String(await freePort()) },
      ...{ DATA_DIR: join(folder, 'data'), BACKUP_TARGET: join(folder, 'target'), LOG_LEVEL: 'warn' },
      ...(database && { DATABASE_URL: database.url }),
    }
  }
  /** Sparse files of one GiB: they take no room and are read as zeros. */
  const addFiles = (dataDir: string, count: number) => {
    mkdirSync(join(dataDir, 'files/content'), { recursive: true })
    for (let index = 0; index < count; index++) {
      const file = join(dataDir, `files/content/${index}`)
      openSync(file, 'w')
      truncateSync(file, GIB)
    }
  }
  const start = async (env: Record<string, string>) => {
    const server = startChild('flagyard', ['start', '--without-site'], env)
    onTestFinished(() => void server.process.kill('SIGKILL'))
    const url = `http://127.0.0.1:${env.PORT}/readyz`
    await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), patience)
    return { server, url }
  }

  test('are made and restored as a drill while it answers every request', { timeout: 300_000 }, async () => {
    const env = await settings()
    const { server, url } = await start(env)
    const scratch = join(String(env.DATA_DIR), 'drill')
    let began = false
    let longest = 0
    let asked = 0
    const hasDrilled = async () => {
      if (kind === 'postgres') return (await runs(env)).some((run) => run.kind === 'drill' && run.state !== 'running')
      began ||= existsSync(scratch)
      return began && !existsSync(scratch)
    }
    while (!(await hasDrilled())) {
      const from = performance.now()
      expect((await fetch(url)).status).toBe(200)
      longest = Math.max(longest, performance.now() - from)
      asked++
      await pause(20)
    }
    await pause(2_000)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const done = await runs(env)
    expect(done).toMatchObject([
      { kind: 'backup', state: 'done', error: null },
      { kind: 'drill', state: 'done', error: null, differences: [] },
    ])
    expect(readdirSync(String(env.BACKUP_TARGET))).toEqual([done[0]?.name])
    console.log(`${kind}: ${asked} requests during backup and drill, the slowest took ${Math.round(longest)} ms`)
  })

  test('end with the server that is killed, and count as failed', { timeout: 300_000 }, async () => {
    const env = await settings()
    addFiles(String(env.DATA_DIR), 5)
    const { server } = await start(env)
    const partial = () => readdirSync(String(env.BACKUP_TARGET)).map((name) => join(String(env.BACKUP_TARGET), name))
    await vi.waitFor(() => expect(partial()).toHaveLength(1), patience)
    server.process.kill('SIGKILL')
    expect(await server.ended).toBe('SIGKILL')
    await vi.waitFor(() => expect(commandsWith(String(env.BACKUP_TARGET))).toEqual([]), patience)
    expect(partial()).toMatchObject([expect.stringMatching(/\.partial$/)])
    expect(await runs(env)).toMatchObject([{ kind: 'backup', state: 'running' }])
    if (kind === 'embedded') expect(existsSync(join(String(env.DATA_DIR), 'copy'))).toBe(true)
  })

  test(`a backup, a drill and a restore of ${FILES_GIB} GiB stay within their memory`, {
    timeout: 1_800_000,
  }, async () => {
    const { BACKUP_TARGET: _, ...env } = await settings()
    const { server } = await start(env)
    server.process.kill('SIGTERM')
    await server.ended
    addFiles(String(env.DATA_DIR), FILES_GIB)
    const place = join(String(env.DATA_DIR), 'backup.tar')
    writeFileSync(`${place}.passphrase`, 'correct horse battery staple')
    const empty = kind === 'postgres' ? await createTestDatabase({ migrated: false }) : undefined
    if (empty) onTestFinished(empty.drop)
    const target = { ...env, DATA_DIR: `${env.DATA_DIR}-restored`, ...(empty && { DATABASE_URL: empty.url }) }
    const found: [string, Measured][] = [
      ['backup', await measure(['backup', place], env)],
      ['drill', await measure(['restore', place, '--drill'], env)],
      ['restore', await measure(['restore', place], target)],
    ]
    rmSync(place)
    rmSync(target.DATA_DIR, { recursive: true })
    // Encryption takes 20 seconds for each GiB.
    for (let index = 2; index < FILES_GIB; index++) rmSync(join(String(env.DATA_DIR), `files/content/${index}`))
    const locked = ['--passphrase-file', `${place}.passphrase`]
    found.push(['encrypted backup', await measure(['backup', place, ...locked], env)])
    for (const [what, { memory, seconds }] of found) console.log(`${kind}: ${what}: ${memory} MiB, ${seconds} s`)
    for (const [what, { memory }] of found) expect([what, memory < MAX_MEMORY]).toEqual([what, true])
  })
})

async function runs({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }: Record<string, string>) {
  const opened = await openDatabase({ databaseUrl, dataDir: String(dataDir) })
  try {
    return await opened.db.select().from(backupRuns).orderBy(backupRuns.started_at)
  } finally {
    await opened.close()
  }
}

/** Running processes with this text among their arguments. */
const commandsWith = (text: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
    } catch {
      return false
    }
  })

interface Measured {
  memory: number
  seconds: number
}

/** Runs a command, and returns its peak memory in MiB. */
async function measure(args: string[], env: Record<string, string>): Promise<Measured> {
  const from = performance.now()
  const child = startChild('flagyard', args, env)
  let memory = 0
  const timer = setInterval(() => {
    const file = `/proc/${child.process.pid}/status`
    const [, kib] = (existsSync(file) && /VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))) || []
    memory = Math.max(memory, Math.round(Number(kib ?? 0) / 1024))
  }, 50)
  const code = await child.ended
  clearInterval(timer)
  expect([code, child.errors()]).toEqual([0, ''])
  return { memory, seconds: Math.round((performance.now() - from) / 1000) }
}
