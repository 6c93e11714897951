import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../../../../test/app.ts'
import { createTestDatabase, describeOnPostgres } from '../../../../../test/database.ts'
import { createManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import { runCommand } from '../../../../../test/spawn.ts'
import { openPostgresDatabase } from '../../../../db/postgres/postgres.ts'
import { alarms, backupRuns } from '../../../../db/schema/index.ts'
import { evaluateAlarms } from '../../alarms/evaluate.ts'
import { readSystem } from '../service.ts'
import { backupJobs } from './jobs.ts'
import { isDrillDue, isDue, slotsAround } from './schedule.ts'

const at = (time: string) => new Date(`2026-11-30T${time}:00Z`)

describe('the schedule', () => {
  const times = ['14:00', '02:00']
  const run = (state: 'running' | 'done' | 'failed', started: string, ended = started) => ({
    state,
    started_at: at(started),
    ended_at: state === 'running' ? null : at(ended),
  })
  const none = { last: null, good: null, failures: 0 }
  const succeeded = (started: string) => ({ last: run('done', started), good: run('done', started), failures: 0 })

  test.each([
    ['01:59', '2026-11-29T14:00:00.000Z', '02:00'],
    ['02:00', '2026-11-30T02:00:00.000Z', '14:00'],
    ['23:59', '2026-11-30T14:00:00.000Z', '2026-12-01T02:00'],
  ])('at %s, the latest time was %s', (now, last, next) => {
    const found = slotsAround(times, at(now))
    expect(found.last.toISOString()).toBe(last)
    expect(found.next.toISOString()).toContain(next)
  })

  test('a backup is due once for each time, also the first one, and after a failure with growing pauses', () => {
    const slot = at('02:00')
    expect(isDue(slot, none, at('09:00'))).toBe(true)
    expect(isDue(slot, succeeded('01:00'), at('02:01'))).toBe(true)
    expect(isDue(slot, succeeded('02:00'), at('09:00'))).toBe(false)
    const failed = (failures: number) => ({ last: run('failed', '02:00', '02:10'), good: null, failures })
    expect(isDue(slot, failed(1), at('02:14'))).toBe(false)
    expect(isDue(slot, failed(1), at('02:15'))).toBe(true)
    expect(isDue(slot, failed(3), at('02:29'))).toBe(false)
    expect(isDue(slot, failed(30), at('03:10'))).toBe(true)
    expect(isDue(at('14:00'), failed(30), at('14:00'))).toBe(true)
  })

  test('a drill is due once a night, after the backup or its failure', () => {
    const night = (backup: Parameters<typeof isDue>[1], drill: Parameters<typeof isDue>[1], now: string) =>
      isDrillDue(['02:00', '14:00'], { backup, drill }, at(now))
    expect(night(none, none, '02:10')).toBe(false)
    expect(night(succeeded('01:00'), none, '02:10')).toBe(false)
    expect(night({ ...succeeded('01:00'), last: run('running', '02:00') }, none, '02:10')).toBe(false)
    expect(night({ ...succeeded('01:00'), last: run('failed', '02:00') }, none, '02:10')).toBe(true)
    expect(night(succeeded('02:00'), succeeded('01:00'), '02:10')).toBe(true)
    expect(night(succeeded('14:00'), succeeded('02:10'), '14:10')).toBe(false)
  })
})

describeOnPostgres('scheduled backups', () => {
  const target = mkdtempSync(join(tmpdir(), 'flagyard-backups-'))
  let app: TestApp
  let now = at('02:00')
  let drop: () => Promise<void>
  let env: Record<string, string>
  beforeAll(async () => {
    const database = await createTestDatabase()
    drop = database.drop
    const backup = { target: { folder: target }, times: ['02:00'], keep: 2, passphraseFile: undefined }
    const config = testConfig({ backup })
    app = await startTestApp({
      config,
      database: openPostgresDatabase(database.url),
      deps: { clock: { now: () => now }, queue: createManualQueue(() => app.deps) },
    })
    const { secretKey: SECRET_KEY, dataDir: DATA_DIR } = config
    env = { DATABASE_URL: database.url, DEMO: '0', SECRET_KEY, DATA_DIR }
  })
  afterAll(async () => {
    await app.close()
    await drop()
    rmSync(target, { recursive: true })
  })

  /** Runs a job as the queue does, with the real commands. */
  async function work(name: 'system.back-up' | 'system.drill') {
    const job = backupJobs(app.deps, (args) => runCommand('flagyard', args, env)).find((one) => one.name === name)
    const due = await job?.isDue?.()
    if (due) await job?.handle({} as never, { jobId: '', attempt: 1, signal: AbortSignal.timeout(60_000) })
    return due
  }
  const openAlarms = async () => {
    await evaluateAlarms(app.deps)
    const open = (await app.deps.db.select().from(alarms)).filter(({ ended_at }) => ended_at === null)
    return open.map(({ kind, sentence }) => `${kind}: ${sentence}`).toSorted()
  }

  test('are made, restored as a drill and shown; old ones are removed, but never the last that was restored', async () => {
    await app.deps.db.insert(backupRuns).values({ kind: 'backup', name: 'interrupted', started_at: at('01:00') })
    writeFileSync(join(target, 'flagyard-20250101T020000Z.tar'), 'restored in a drill')
    writeFileSync(join(target, 'flagyard-20250102T020000Z.tar'), 'old')
    writeFileSync(join(target, 'notes.txt'), 'of an administrator')
    const drilled = { kind: 'drill', state: 'done', name: 'flagyard-20250101T020000Z.tar' } as const
    await app.deps.db.insert(backupRuns).values({ ...drilled, started_at: at('00:00') })
    writeFileSync(join(target, 'flagyard-20250103T020000Z.tar'), 'old')

    expect(await work('system.drill')).toBe(false)
    expect([await work('system.back-up'), await work('system.back-up')]).toEqual([true, false])
    const name = 'flagyard-20261130T020000Z.tar'
    const left = ['flagyard-20250101T020000Z.tar', 'flagyard-20250103T020000Z.tar', name, 'notes.txt']
    expect(readdirSync(target).toSorted()).toEqual(left)
    expect([await work('system.drill'), await work('system.drill')]).toEqual([true, false])
    const { backups } = await app.asAdmin.getSystem()
    expect(backups).toMatchObject({
      target,
      next_at: '2026-12-01T02:00:00.000Z',
      backup: { last: { name, state: 'done', bytes: expect.any(Number), error: null } },
      drill: { last: { name, state: 'done', differences: [] } },
    })
    expect(backups?.drill.last?.rows).toBe(backups?.backup.last?.rows)
    const [interrupted] = await app.deps.db.select().from(backupRuns).where(eq(backupRuns.name, 'interrupted'))
    expect(interrupted?.state).toBe('failed')
    expect(await openAlarms()).toEqual([])
  }, 60_000)

  test('raise an alarm while the latest failed or is missing, which ends with the next success', async () => {
    now = new Date('2026-12-01T05:01:00Z')
    expect(await openAlarms()).toEqual([
      'backup_failed: The backup of 2026-12-01 02:00 UTC was not made, and the last good one is of 2026-11-30 02:00 UTC',
      'drill_failed: No backup was restored as a test since 2026-12-01 02:00 UTC, and the last good one is of 2026-11-30 02:00 UTC',
    ])
    renameSync(target, `${target}-gone`)
    expect(await work('system.back-up')).toBe(true)
    renameSync(`${target}-gone`, target)
    const [failed] = await openAlarms()
    expect(failed).toBe('backup_failed: A backup failed, and the last good one is of 2026-11-30 02:00 UTC')
    expect((await readSystem(app.deps)).backups?.backup.last?.error).toContain('no such file or directory')
    expect(await work('system.back-up')).toBe(false)
    now = new Date('2026-12-01T05:10:00Z')
    expect(await work('system.back-up')).toBe(true)

    const [newest] = readdirSync(target)
      .filter((name) => name.endsWith('.tar'))
      .toSorted()
      .slice(-1) as [string]
    writeFileSync(join(target, newest), 'damaged')
    expect(await work('system.drill')).toBe(true)
    expect((await readSystem(app.deps)).backups?.drill).toMatchObject({
      last: { name: newest, state: 'failed', error: expect.stringContaining('incomplete or damaged') },
      good: { name: 'flagyard-20261130T020000Z.tar' },
    })
    expect(await openAlarms()).toEqual([
      'drill_failed: A backup could not be restored as a test, and the last good one is of 2026-11-30 02:00 UTC',
    ])
    now = new Date('2026-12-02T02:00:00Z')
    expect([await work('system.back-up'), await work('system.drill')]).toEqual([true, true])
    expect(await openAlarms()).toEqual([])
  }, 60_000)
})
